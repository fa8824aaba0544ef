import { Button, Menu } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash, IconUsersGroup } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useTell } from '#platform/web/client/use-ask.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { PathLink, useGo } from '#platform/web/routing/path.tsx'
import { type List, useList } from '#platform/web/routing/use-list.ts'
import { useCan } from '#platform/web/session/use-session.ts'
import { DeleteDialog } from '#platform/web/ui/delete-dialog.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { ListTools } from '#platform/web/ui/list-tools.tsx'
import { PageBar } from '#platform/web/ui/page-bar.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { type Column, RecordTable } from '#platform/web/ui/record-table.tsx'
import { RowMenu } from '#platform/web/ui/row-menu.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { listUserGroups, removeUserGroup } from '../contract.ts'

type Row = ReceivedOf<typeof listUserGroups>['data'][number]

const pathOf = ({ id }: Row) => `/group_users/${id}`

export function UserGroupList() {
  const { t } = useTranslation()
  const list = useList(listUserGroups, 'page_group_users')
  const { options, change, answer } = list
  return (
    <>
      <PageHeader
        title={t('users.groups.title')}
        aside={answer && t('general.list.count', { count: answer.total })}
        text={t('users.groups.purpose')}
      >
        <AddButton />
      </PageHeader>
      <ListTools>
        <SearchBox value={options.search} onSearch={(search) => change({ search })} />
      </ListTools>
      <Rows list={list} />
    </>
  )
}

function AddButton() {
  const { t } = useTranslation()
  if (!useCan('user_group.add')) return null
  return (
    <Button
      renderRoot={(props) => <PathLink to="/group_users/add" {...props} />}
      leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
    >
      {t('users.groups.add')}
    </Button>
  )
}

function Rows({ list }: { list: List<typeof listUserGroups> }) {
  const { t } = useTranslation()
  const columns = useColumns()
  const [removing, setRemoving] = useState<Row | null>(null)
  const { options, change, answer, stale, failure, retry } = list
  if (failure) return <FailedState failure={failure} onRetry={retry} />
  if (answer?.total === 0) return <NoGroups search={options.search} onClear={() => change({ search: '' })} />
  return (
    <>
      <RecordTable
        label={t('users.groups.title')}
        columns={columns}
        rows={answer?.data}
        stale={stale}
        sort={options.sort}
        order={options.order}
        onSort={(order) => change(order as Partial<typeof options>)}
        rowKey={({ id }) => id}
        rowPath={pathOf}
        renderMenu={(row) => <Actions row={row} onRemove={() => setRemoving(row)} />}
      />
      <PageBar page={options.page} size={options.size} total={answer?.total ?? 0} onChange={change} />
      <Removal row={removing} onClose={() => setRemoving(null)} />
    </>
  )
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation()
  const { date, number } = useFormats()
  return [
    { key: 'name', title: t('users.groups.field.name'), sort: 'name', width: '34%', cell: ({ name }) => name },
    {
      key: 'description',
      title: t('users.groups.field.description'),
      wideOnly: true,
      cell: ({ description }) => description,
    },
    {
      key: 'members',
      title: t('users.groups.field.member_ids'),
      sort: 'members',
      width: '8rem',
      cell: ({ members }) => t('users.groups.members', { count: members, shown: number(members) }),
    },
    {
      key: 'created_at',
      title: t('users.groups.createdAt'),
      sort: 'created_at',
      width: '8rem',
      wideOnly: true,
      cell: ({ created_at }) => date(created_at),
    },
  ]
}

function Actions({ row, onRemove }: { row: Row; onRemove: () => void }) {
  const { t } = useTranslation()
  const go = useGo()
  const may = (verb: string) => row.can.includes(verb)
  return (
    <RowMenu name={row.name}>
      {may('update') && (
        <Menu.Item key="edit" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => go(pathOf(row))}>
          {t('general.action.edit')}
        </Menu.Item>
      )}
      {may('remove') && (
        <Menu.Item key="remove" c="var(--danger)" leftSection={<IconTrash size={16} aria-hidden />} onClick={onRemove}>
          {t('general.action.remove')}
        </Menu.Item>
      )}
    </RowMenu>
  )
}

function Removal({ row, onClose }: { row: Row | null; onClose: () => void }) {
  const remove = useTell(removeUserGroup, {
    onDone: () => {
      toastDone()
      onClose()
    },
  })
  return (
    <DeleteDialog
      name={row?.name ?? null}
      busy={remove.isPending}
      onClose={onClose}
      onDelete={() => row && remove.mutate({ id: row.id })}
    />
  )
}

function NoGroups({ search, onClear }: { search: string; onClear: () => void }) {
  const { t } = useTranslation()
  const icon = <IconUsersGroup size={22} stroke={1.6} aria-hidden />
  if (search === '') {
    return (
      <EmptyState title={t('general.list.empty')} text={t('users.groups.empty')} icon={icon}>
        <AddButton />
      </EmptyState>
    )
  }
  return (
    <EmptyState title={t('general.list.empty')} text={t('general.list.emptySearch', { search })} icon={icon}>
      <Button variant="default" onClick={onClear}>
        {t('general.action.clear')}
      </Button>
    </EmptyState>
  )
}
