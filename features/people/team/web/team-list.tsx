import { Badge, Button } from '@mantine/core'
import { IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PartnerFilter, useSeesPartners } from '#features/organisation/tenants/web/exports.tsx'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage } from '#platform/web/pages/list-page.tsx'
import { PathLink } from '#platform/web/routing/path.tsx'
import { queryText, type List } from '#platform/web/routing/use-list.ts'
import { useCan, useSession } from '#platform/web/session/use-session.ts'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import type { Column } from '#platform/web/ui/column.ts'
import { partnerCalls } from '#features/organisation/partners/contract.ts'
import { exportTeam, listTeam, removeTeamMember, teamStates } from '../contract.ts'
import { TeamActions, type TeamMember } from './team-actions.tsx'

export function TeamList() {
  return (
    <ListPage
      list={listTeam}
      file={exportTeam}
      remove={removeTeamMember}
      refreshes={[partnerCalls.list]}
      phrasePrefix="people.team"
      path="/team"
      pageKey="page_team"
      icon={IconUsersGroup}
      columns={useColumns()}
      renderBegin={({ options }) => <AddButton partner={options.parceiro_id} />}
      renderFilters={(list) => <Filters list={list} />}
      renderActions={(row) => (row.can.includes('change_state') ? <TeamActions key="more" row={row} /> : null)}
    />
  )
}

/** The button that adds a master to the partner whose team is listed. */
function AddButton({ partner }: { partner: string | undefined }) {
  const { t } = useTranslation()
  if (!useCan('team.add')) return null
  return (
    <Button
      renderRoot={(link) => <PathLink to={`/team/add${queryText({ parceiro_id: partner })}`} {...link} />}
      leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
    >
      {t('people.team.add')}
    </Button>
  )
}

function Filters({ list: { options, change } }: { list: List<typeof listTeam> }) {
  const { t } = useTranslation()
  return (
    <>
      <FilterChip
        label={t('people.team.field.state')}
        value={options.state}
        options={teamStates.map((value) => ({ value, label: t(`people.team.state.${value}`) }))}
        onChange={(state) => change({ state })}
      />
      <PartnerFilter value={options.parceiro_id} onChange={(parceiro_id) => change({ parceiro_id })} />
    </>
  )
}

function useColumns(): Column<TeamMember>[] {
  const { t } = useTranslation()
  const { date } = useFormats()
  const partner: Column<TeamMember> = {
    key: 'partner',
    title: t('people.team.field.parceiro_id'),
    sort: 'partner',
    width: '18%',
    cell: ({ partner: name }) => name,
  }
  return [
    {
      key: 'name',
      title: t('people.team.field.name'),
      sort: 'name',
      width: '24%',
      cell: (row) => <Name row={row} />,
    },
    { key: 'email', title: t('people.team.field.email'), sort: 'email', cell: ({ email }) => email },
    ...(useSeesPartners() ? [partner] : []),
    {
      key: 'created_at',
      title: t('people.team.createdAt'),
      sort: 'created_at',
      width: '8rem',
      wideOnly: true,
      cell: ({ created_at }) => date(created_at),
    },
  ]
}

/** The name of a master, with a label for the caller and for masters who are not active. */
function Name({ row: { id, name, state, billing_administrator } }: { row: TeamMember }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const badge = id === user.id ? t('people.team.you') : state === 'A' ? null : t(`people.team.state.${state}`)
  return (
    <>
      {name}{' '}
      {badge === null ? null : (
        <Badge size="sm" variant="light" color={state === 'B' ? 'red' : 'gray'} tt="none">
          {badge}
        </Badge>
      )}
      {billing_administrator ? (
        <Badge size="sm" variant="light" tt="none">
          {t('business.billing.title')}
        </Badge>
      ) : null}
    </>
  )
}
