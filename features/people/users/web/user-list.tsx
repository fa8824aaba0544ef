import { Button } from '@mantine/core'
import {
  IconCheck,
  IconLogout,
  IconMailPlus,
  IconPencil,
  IconPlayerPause,
  IconPlus,
  IconTableImport,
  IconUser,
  IconUserOff,
  IconUsersPlus,
} from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useValueColumns } from '#features/organisation/custom-fields/web/exports.tsx'
import { WaitingRegistrations } from '#features/identity/registration/web/exports.tsx'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage } from '#platform/web/pages/list-page.tsx'
import type { BulkAction } from '#platform/web/pages/bulk/use-bulk.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import type { List } from '#platform/web/routing/use-list.ts'
import { useCan } from '#platform/web/session/use-session.ts'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import type { Column } from '#platform/web/ui/column.ts'
import {
  changeUserFields,
  changeUserState,
  exportUsers,
  forceLogout,
  listUsers,
  maySignIn,
  memberProfiles,
  planInvitation,
  removeUser,
  shownStates,
} from '../contract.ts'
import { listUserGroups } from '#features/people/groups/contract.ts'
import { UserGroupFilter } from '#features/people/grantees/web/exports.tsx'
import { useHasImportUnits } from './user-import-units.ts'
import { fromUnitsPath, importPath, invitePath, userPlace } from './user-place.ts'
import { mayMore, UserActions, type UserRow } from './user-actions.tsx'
import classes from './user-list.module.css'
import { ChangePeople } from './user-bulk-dialog.tsx'
import { UserStateBadge } from './user-state-badge.tsx'
import { UserValueFilters } from './user-value-filters.tsx'

/** Loaded on first use: few people plan an invitation. */
const PlanDialog = lazy(() => import('./plan-invitation.tsx').then((module) => ({ default: module.PlanDialog })))

export function UserList() {
  return (
    <>
      <WaitingRegistrations refreshes={[listUsers]} />
      <People />
    </>
  )
}

function People() {
  return (
    <ListPage
      list={listUsers}
      file={exportUsers}
      remove={removeUser}
      refreshes={[listUserGroups]}
      {...userPlace}
      icon={IconUser}
      pageKey="page_user"
      columns={useColumns()}
      renderBegin={() => <Beginning />}
      renderFilters={(list) => <Filters list={list} />}
      bulk={useBulkActions()}
      renderActions={(row) => (mayMore(row) ? <UserActions key="more" row={row} /> : null)}
    />
  )
}

/** The empty state of the list: buttons to add one person, several by their addresses, or many from a file. */
function Beginning() {
  const { t } = useTranslation()
  const hasUnits = useHasImportUnits()
  if (!useCan('user.add')) return null
  return (
    <>
      {hasUnits ? (
        <Button
          variant="default"
          renderRoot={(link) => <PathLink to={fromUnitsPath} {...link} />}
          leftSection={<IconUsersPlus size={16} stroke={1.8} aria-hidden />}
        >
          {t('people.fromUnits.open')}
        </Button>
      ) : null}
      <Button
        variant="default"
        renderRoot={(link) => <PathLink to={importPath} {...link} />}
        leftSection={<IconTableImport size={16} stroke={1.8} aria-hidden />}
      >
        {t('people.imports.open')}
      </Button>
      <Button
        variant="default"
        renderRoot={(link) => <PathLink to={invitePath} {...link} />}
        leftSection={<IconMailPlus size={16} stroke={1.8} aria-hidden />}
      >
        {t('people.users.invite.title')}
      </Button>
      <Button
        renderRoot={(link) => <PathLink to={`${userPlace.path}/add`} {...link} />}
        leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
      >
        {t('people.users.add')}
      </Button>
    </>
  )
}

/** The actions of a person's menu, for several selected people at once. */
function useBulkActions(): BulkAction<UserRow>[] {
  const { t } = useTranslation()
  const may = ({ can }: UserRow) => can.includes('change_state')
  return [
    {
      key: 'change',
      label: t('people.users.bulk.open'),
      icon: IconPencil,
      call: changeUserFields,
      refreshes: [listUserGroups],
      allows: ({ can }) => can.includes('update'),
      input: ({ id }) => ({ id }),
      renderChoice: (choiceProps) => <ChangePeople key="change" {...choiceProps} />,
    },
    {
      key: 'enable',
      label: t('people.users.action.enable'),
      icon: IconCheck,
      call: changeUserState,
      allows: (row) => may(row) && !maySignIn(row.state),
      input: ({ id }) => ({ id, status: 'A' }),
    },
    {
      key: 'plan',
      label: t('people.users.planned.plan'),
      icon: IconMailPlus,
      call: planInvitation,
      allows: ({ can, last_sign_in_at: lastSignInAt }) => can.includes('set_password') && lastSignInAt === null,
      input: ({ id }) => ({ id }),
      renderChoice: ({ rows, ...dialog }) => (
        <Suspense key="plan">
          <PlanDialog title={t('people.users.planned.some', { count: rows.length })} {...dialog} />
        </Suspense>
      ),
    },
    {
      key: 'disable',
      label: t('people.users.action.disable'),
      icon: IconPlayerPause,
      call: changeUserState,
      allows: (row) => may(row) && maySignIn(row.state),
      input: ({ id }) => ({ id, status: 'I' }),
      question: (count) => ({
        title: t('people.users.confirm.some', { count }),
        text: t('people.users.confirm.someText'),
      }),
    },
    {
      key: 'deactivate',
      label: t('people.users.action.deactivate'),
      icon: IconUserOff,
      call: changeUserState,
      allows: ({ can, state }) => can.includes('deactivate') && state !== 'D',
      input: ({ id }) => ({ id, status: 'D' }),
      question: (count) => ({
        title: t('people.users.confirm.someD', { count }),
        text: t('people.users.confirm.DText'),
      }),
    },
    {
      key: 'logOut',
      label: t('people.users.action.logOut'),
      icon: IconLogout,
      call: forceLogout,
      allows: ({ can, state }) => can.includes('log_out') && maySignIn(state),
      input: ({ id }) => ({ id }),
      question: (count) => ({
        title: t('people.users.confirm.someLogOut', { count }),
        text: t('people.users.confirm.someLogOutText'),
      }),
    },
  ]
}

function Filters({ list }: { list: List<typeof listUsers> }) {
  const { t } = useTranslation()
  const { options, change } = list
  return (
    <>
      <FilterChip
        label={t('people.users.field.perfil_usuario')}
        value={options.profile}
        options={memberProfiles.map((value) => ({ value, label: t(`people.users.profile.${value}`) }))}
        onChange={(profile) => change({ profile })}
      />
      <FilterChip
        label={t('people.users.field.state')}
        value={options.shown_state}
        options={shownStates.map((value) => ({
          value,
          label: t(`people.users.state.${value}`),
          text: t(`people.users.help.state.${value}`),
        }))}
        onChange={(shown_state) => change({ shown_state })}
      />
      <UserGroupFilter value={options.group_id} onChange={(group_id) => change({ group_id })} />
      <UserValueFilters list={list} />
    </>
  )
}

function useColumns(): Column<UserRow>[] {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  return [
    {
      key: 'name',
      title: t('people.users.field.nome_usuario'),
      sort: 'name',
      width: '28%',
      cell: ({ name, email }) => (
        <>
          {name}
          <span className={classes.email}>{email}</span>
        </>
      ),
    },
    {
      key: 'profile',
      title: t('people.users.field.perfil_usuario'),
      sort: 'profile',
      width: '10.5rem',
      cell: ({ profile }) => t(`people.users.profile.${profile}`),
    },
    {
      key: 'department',
      title: t('people.users.field.department'),
      chosenOnly: true,
      wideOnly: true,
      cell: ({ department }) => department,
    },
    {
      key: 'groups',
      title: t('people.users.field.group_ids'),
      width: '20%',
      cell: ({ groups }) => groups.map(({ name }) => name).join(', '),
    },
    {
      key: 'state',
      title: t('people.users.field.state'),
      sort: 'state',
      width: '8rem',
      cell: ({ shown_state, invite_at: inviteAt }) => (
        <>
          <UserStateBadge state={shown_state} />
          {inviteAt === null ? null : (
            <span className={classes.email}>{t('people.users.planned.for', { time: dateTime(inviteAt) })}</span>
          )}
        </>
      ),
    },
    {
      key: 'last_sign_in_at',
      title: t('people.users.lastSignIn'),
      sort: 'last_sign_in_at',
      width: '11.5rem',
      labelled: true,
      cell: ({ last_sign_in_at: lastSignInAt }) =>
        lastSignInAt === null ? t('people.users.never') : dateTime(lastSignInAt),
    },
    ...useValueColumns<UserRow>(),
  ]
}
