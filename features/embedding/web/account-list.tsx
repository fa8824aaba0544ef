import { Badge, Button, Menu } from '@mantine/core'
import { IconPencil, IconPlugConnected, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useTell } from '#platform/web/client/use-ask.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { PathLink, useGo } from '#platform/web/routing/path.tsx'
import { type List, useList } from '#platform/web/routing/use-list.ts'
import { useCan, useSession } from '#platform/web/session/use-session.ts'
import { DeleteDialog } from '#platform/web/ui/delete-dialog.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import { ListTools } from '#platform/web/ui/list-tools.tsx'
import { PageBar } from '#platform/web/ui/page-bar.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { type Column, RecordTable } from '#platform/web/ui/record-table.tsx'
import { RowMenu } from '#platform/web/ui/row-menu.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { accountKinds, listAccounts, removeAccount } from '../contract.ts'

type Row = ReceivedOf<typeof listAccounts>['data'][number]

const pathOf = ({ id }: Row) => `/powerbi/${id}`

export function AccountList() {
  const { t } = useTranslation()
  const list = useList(listAccounts, 'page_powerbi')
  const { options, change, answer } = list
  const kinds = accountKinds.map((value) => ({ value, label: t(`embedding.kind.${value}`) }))
  return (
    <>
      <PageHeader
        title={t('embedding.title')}
        aside={answer && t('general.list.count', { count: answer.total })}
        text={t('embedding.purpose')}
      >
        <AddButton />
      </PageHeader>
      <ListTools>
        <SearchBox value={options.search} onSearch={(search) => change({ search })} />
        <FilterChip
          label={t('embedding.field.kind')}
          value={options.kind}
          options={kinds}
          onChange={(kind) => change({ kind })}
        />
      </ListTools>
      <Rows list={list} />
    </>
  )
}

function AddButton() {
  const { t } = useTranslation()
  if (!useCan('embedding_account.add')) return null
  return (
    <Button
      renderRoot={(props) => <PathLink to="/powerbi/add" {...props} />}
      leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
    >
      {t('embedding.add')}
    </Button>
  )
}

function Rows({ list }: { list: List<typeof listAccounts> }) {
  const { t } = useTranslation()
  const columns = useColumns()
  const [removing, setRemoving] = useState<Row | null>(null)
  const { options, change, answer, stale, failure, retry } = list
  if (failure) return <FailedState failure={failure} onRetry={retry} />
  if (answer?.total === 0) return <NoAccounts list={list} />
  return (
    <>
      <RecordTable
        label={t('embedding.title')}
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
  const isInTenant = useSession().tenantId !== null
  const workspaces: Column<Row> = {
    key: 'workspaces',
    title: t('embedding.workspaceCount'),
    width: '8rem',
    wideOnly: true,
    cell: (row) => number(row.workspaces),
  }
  return [
    { key: 'name', title: t('embedding.field.name'), sort: 'name', width: '40%', cell: (row) => <Name row={row} /> },
    { key: 'kind', title: t('embedding.field.kind'), sort: 'kind', cell: ({ kind }) => t(`embedding.kind.${kind}`) },
    ...(isInTenant ? [workspaces] : []),
    {
      key: 'created_at',
      title: t('embedding.createdAt'),
      sort: 'created_at',
      width: '8rem',
      wideOnly: true,
      cell: ({ created_at }) => date(created_at),
    },
  ]
}

/** One's own is the rule and needs no word. */
function Name({ row: { name, can } }: { row: Row }) {
  const { t } = useTranslation()
  if (can.length > 0) return name
  return (
    <>
      {name}{' '}
      <Badge size="sm" variant="light" color="gray" tt="none">
        {t('embedding.ofPartner')}
      </Badge>
    </>
  )
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
        <Menu.Item key="remove" color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onRemove}>
          {t('general.action.remove')}
        </Menu.Item>
      )}
    </RowMenu>
  )
}

function Removal({ row, onClose }: { row: Row | null; onClose: () => void }) {
  const remove = useTell(removeAccount, {
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

function NoAccounts({ list: { options, change } }: { list: List<typeof listAccounts> }) {
  const { t } = useTranslation()
  const icon = <IconPlugConnected size={22} stroke={1.6} aria-hidden />
  const { search, kind } = options
  if (search === '' && kind === undefined) {
    return (
      <EmptyState title={t('general.list.empty')} text={t('embedding.empty')} icon={icon}>
        <AddButton />
      </EmptyState>
    )
  }
  return (
    <EmptyState title={t('general.list.empty')} text={t('general.list.emptySearch', { search })} icon={icon}>
      <Button variant="default" onClick={() => change({ search: '', kind: undefined })}>
        {t('general.action.clear')}
      </Button>
    </EmptyState>
  )
}
