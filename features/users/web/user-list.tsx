import { Button } from '@mantine/core'
import { IconUserPlus, IconUserSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAsk, useTell } from '#platform/web/client/use-ask.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { type List, useList } from '#platform/web/routing/use-list.ts'
import { useCan } from '#platform/web/session/use-session.ts'
import { DeleteDialog } from '#platform/web/ui/delete-dialog.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import { ListTools } from '#platform/web/ui/list-tools.tsx'
import { PageBar } from '#platform/web/ui/page-bar.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { type Column, RecordTable } from '#platform/web/ui/record-table.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { listUsers, memberProfiles, removeUser, userStates } from '../contract.ts'
import { listUserGroups } from '../groups/contract.ts'
import { pathOf, UserActions, type UserRow } from './user-actions.tsx'
import classes from './user-list.module.css'
import { UserStateBadge } from './user-state-badge.tsx'

type UsersList = List<typeof listUsers>

export function UserList() {
  const { t } = useTranslation()
  const list = useList(listUsers, 'page_user')
  const { options, change, answer } = list
  return (
    <>
      <PageHeader
        title={t('users.title')}
        aside={answer && t('general.list.count', { count: answer.total })}
        text={t('users.purpose')}
      >
        <AddButton />
      </PageHeader>
      <ListTools>
        <SearchBox value={options.search} onSearch={(search) => change({ search })} />
        <Filters list={list} />
      </ListTools>
      <Rows list={list} />
    </>
  )
}

function AddButton() {
  const { t } = useTranslation()
  if (!useCan('user.add')) return null
  return (
    <Button
      renderRoot={(props) => <PathLink to="/user/add" {...props} />}
      leftSection={<IconUserPlus size={16} stroke={2} aria-hidden />}
    >
      {t('users.add')}
    </Button>
  )
}

function Filters({ list: { options, change } }: { list: UsersList }) {
  const { t } = useTranslation()
  const groups = useAsk(listUserGroups, { size: 100 }, { freshFor: 60_000 }).data?.data ?? []
  return (
    <>
      <FilterChip
        label={t('users.field.perfil_usuario')}
        value={options.profile}
        options={memberProfiles.map((value) => ({ value, label: t(`users.profile.${value}`) }))}
        onChange={(profile) => change({ profile })}
      />
      <FilterChip
        label={t('users.field.state')}
        value={options.state}
        options={userStates.map((value) => ({ value, label: t(`users.state.${value}`) }))}
        onChange={(state) => change({ state })}
      />
      {groups.length === 0 ? null : (
        <FilterChip
          label={t('users.group')}
          value={options.group_id}
          options={groups.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(group_id) => change({ group_id })}
        />
      )}
    </>
  )
}

function Rows({ list }: { list: UsersList }) {
  const { t } = useTranslation()
  const columns = useColumns()
  const [removing, setRemoving] = useState<UserRow | null>(null)
  const { options, change, answer, stale, failure, retry } = list
  if (failure) return <FailedState failure={failure} onRetry={retry} />
  if (answer?.total === 0) return <NobodyFound list={list} />
  return (
    <>
      <RecordTable
        label={t('users.title')}
        columns={columns}
        rows={answer?.data}
        stale={stale}
        sort={options.sort}
        order={options.order}
        onSort={(order) => change(order as Partial<typeof options>)}
        rowKey={({ id }) => id}
        rowPath={pathOf}
        renderMenu={(row) => <UserActions row={row} onRemove={() => setRemoving(row)} />}
      />
      <PageBar page={options.page} size={options.size} total={answer?.total ?? 0} onChange={change} />
      <Removal row={removing} onClose={() => setRemoving(null)} />
    </>
  )
}

function useColumns(): Column<UserRow>[] {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  return [
    {
      key: 'name',
      title: t('users.field.nome_usuario'),
      sort: 'name',
      width: '34%',
      cell: ({ name, email }) => (
        <>
          {name}
          <span className={classes.email}>{email}</span>
        </>
      ),
    },
    {
      key: 'profile',
      title: t('users.field.perfil_usuario'),
      sort: 'profile',
      width: '9rem',
      cell: ({ profile }) => t(`users.profile.${profile}`),
    },
    {
      key: 'groups',
      title: t('users.field.group_ids'),
      wideOnly: true,
      cell: ({ groups }) => groups.map(({ name }) => name).join(', '),
    },
    {
      key: 'state',
      title: t('users.field.state'),
      sort: 'state',
      width: '9rem',
      cell: ({ state }) => <UserStateBadge state={state} />,
    },
    {
      key: 'last_sign_in_at',
      title: t('users.lastSignIn'),
      sort: 'last_sign_in_at',
      width: '11rem',
      wideOnly: true,
      cell: ({ last_sign_in_at: at }) => (at === null ? t('users.never') : dateTime(at)),
    },
  ]
}

function Removal({ row, onClose }: { row: UserRow | null; onClose: () => void }) {
  const remove = useTell(removeUser, {
    refreshes: [listUserGroups],
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

function NobodyFound({ list: { options, change } }: { list: UsersList }) {
  const { t } = useTranslation()
  const { search } = options
  const clear = () => change({ search: '', profile: undefined, state: undefined, group_id: undefined })
  return (
    <EmptyState
      title={t('general.list.empty')}
      text={search === '' ? t('users.empty') : t('general.list.emptySearch', { search })}
      icon={<IconUserSearch size={22} stroke={1.6} aria-hidden />}
    >
      <Button variant="default" onClick={clear}>
        {t('general.action.clear')}
      </Button>
    </EmptyState>
  )
}
