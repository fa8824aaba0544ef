// Imports many reports of a workspace at once. A person chooses them and who may open them, follows or stops the progress, and reads the
// reason of each failure. Next: use-import.ts (the calls), import-results.tsx (what comes after).
import { Alert, Anchor, Badge, Button, Checkbox, Group, Progress, Text, TextInput } from '@mantine/core'
import { IconCheck, IconDownload } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listWorkspaceReports, listWorkspaces } from '#features/sources/workspaces/contract.ts'
import { WorkspaceSelect } from '#features/sources/workspaces/web/exports.tsx'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useCan } from '#platform/web/session/use-session.ts'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { LoadingBlock } from '#platform/web/ui/loading-block.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import {
  blankReading,
  NotifyChoice,
  RolesField,
  soleRoleOf,
  usualRecognition,
} from '#features/reports/grant-fields/web/exports.tsx'
import { SubgroupSelect } from '#features/reports/subgroups/web/exports.tsx'
import { listImportRoles, readImportDefaults } from '../contract.ts'
import { type Grantee, GranteeChoice } from './grantee-choice.tsx'
import { ImportResults } from './import-results.tsx'
import { NoWorkspace } from './report-source.tsx'
import { type ServiceReport, useImport } from './use-import.ts'
import classes from './report-import.module.css'

type Defaults = ReceivedOf<typeof readImportDefaults>
const noDefaults: Defaults = { subgroup_id: null, groups: [] }

export function ReportImport() {
  const { t } = useTranslation()
  const [workspace, setWorkspace] = useState<string | null>(null)
  const [subgroup, setSubgroup] = useState<string | null>(null)
  // The workspace from which the fewest reports are published has most left to import.
  const { data, error } = useCallQuery(listWorkspaces, { sort: 'reports', order: 'asc' })
  const mayGrant = useCan('report.grant')
  const { data: defaults = noDefaults } = useCallQuery(readImportDefaults, {}, { enabled: mayGrant })
  const [first] = data?.data ?? []
  // It stays chosen after the import, which changes these numbers.
  if (workspace === null && first) setWorkspace(first.id)
  const place = subgroup ?? defaults.subgroup_id
  return (
    <>
      <PageHeader title={t('reports.library.import.title')} text={t('reports.library.import.purpose')} />
      <div className={classes.page}>
        <FormSection title={t('reports.library.section.source')} text={t('reports.library.section.sourceText')}>
          <div className={classes.source}>
            <WorkspaceSelect
              label={t('reports.library.field.workspace_id')}
              placeholder={t('reports.library.source.pickWorkspace')}
              none={<NoWorkspace />}
              error={error?.message}
              value={workspace}
              onChange={setWorkspace}
            />
            <SubgroupSelect
              none={
                <>
                  {t('reports.library.places.none')}{' '}
                  <Anchor component={PathLink} to="/reports" inherit underline="always">
                    {t('reports.library.places.manage')}
                  </Anchor>
                </>
              }
              value={place}
              error={undefined}
              onChange={setSubgroup}
            />
          </div>
        </FormSection>
        {workspace === null ? null : (
          <Choice key={workspace} workspaceId={workspace} subgroupId={place} defaults={defaults} />
        )}
      </div>
    </>
  )
}

type ChoiceProps = { workspaceId: string; subgroupId: string | null; defaults: Defaults }

function Choice({ workspaceId, subgroupId, defaults }: ChoiceProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useCallQuery(listWorkspaceReports, { id: workspaceId }, { freshFor: 30_000 })
  if (error && data === undefined) return <FailedState failure={error} onRetry={() => void refetch()} />
  if (data === undefined) return <LoadingBlock height={220} />
  if (data.data.length === 0) {
    return (
      <EmptyState
        title={t('general.list.empty')}
        text={t('reports.library.source.noReport')}
        icon={<IconDownload size={22} stroke={1.6} aria-hidden />}
      />
    )
  }
  return (
    <Reports
      workspaceId={workspaceId}
      subgroupId={subgroupId}
      defaults={defaults}
      reports={data.data}
      // The list is loaded again, so that imported reports are marked.
      onDone={() => void refetch()}
    />
  )
}

type ReportsProps = ChoiceProps & { reports: ServiceReport[]; onDone: () => void }

function Reports({ workspaceId, subgroupId, defaults, reports, onDone }: ReportsProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const run = useImport({ workspaceId, subgroupId: subgroupId ?? '', onDone })
  const chosenReports = reports.filter((report) => chosen.has(report.service_report_id) && !report.published)
  const access = useImportAccess({ workspaceId, chosenReports, defaults })
  const visibleReports = useMemo(
    () => reports.filter(({ name }) => name.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase())),
    [reports, search],
  )
  const free = visibleReports.filter(({ published }) => !published)
  const all = free.length > 0 && free.every(({ service_report_id }) => chosen.has(service_report_id))
  const toggle = (ids: readonly string[], on: boolean) => {
    const nextChosen = new Set(chosen)
    for (const id of ids) {
      if (on) nextChosen.add(id)
      else nextChosen.delete(id)
    }
    setChosen(nextChosen)
  }
  const start = async () => {
    if (!access.check()) return
    const done = await run.start(chosenReports, access.grants)
    toggle(done, false)
  }
  const isDone = reports.every(({ published }) => published)
  const reason =
    chosen.size === 0
      ? t('reports.library.import.needsReports')
      : subgroupId === null
        ? t('reports.library.import.needsPlace')
        : null
  return (
    <>
      <FormSection title={t('reports.library.import.which')} text={t('reports.library.import.whichText')}>
        <ImportResults outcomes={run.outcomes} />
        {isDone && run.outcomes.length === 0 ? <AllPublished /> : null}
        {isDone ? null : (
          <>
            <TextInput
              type="search"
              aria-label={t('reports.library.import.search')}
              placeholder={t('reports.library.import.search')}
              value={search}
              onChange={({ currentTarget: { value } }) => setSearch(value)}
            />
            <Checkbox
              label={t('reports.library.import.all', { count: free.length })}
              checked={all}
              indeterminate={!all && free.some(({ service_report_id }) => chosen.has(service_report_id))}
              disabled={free.length === 0 || run.progress !== null}
              onChange={({ currentTarget: { checked } }) =>
                toggle(
                  free.map(({ service_report_id }) => service_report_id),
                  checked,
                )
              }
            />
          </>
        )}
        <ul className={classes.list} aria-label={t('reports.library.import.which')}>
          {visibleReports.map((report) => (
            <ReportLine
              key={report.service_report_id}
              report={report}
              checked={chosen.has(report.service_report_id)}
              disabled={run.progress !== null}
              onChange={(on) => toggle([report.service_report_id], on)}
            />
          ))}
        </ul>
        {visibleReports.length === 0 ? <Text c="dimmed">{t('general.list.emptySearch', { search })}</Text> : null}
      </FormSection>
      {isDone ? null : access.fields}
      {run.progress !== null ? <Running progress={run.progress} onStop={run.stop} /> : null}
      {run.progress === null && !isDone ? (
        <Group>
          <Button
            disabled={chosen.size === 0 || subgroupId === null}
            aria-describedby={reason === null ? undefined : 'import-reason'}
            leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
            onClick={() => void start()}
          >
            {t('reports.library.import.start', { count: chosen.size })}
          </Button>
          {reason === null ? null : (
            <Text id="import-reason" size="sm" c="dimmed">
              {reason}
            </Text>
          )}
        </Group>
      ) : null}
    </>
  )
}

function Running({ progress, onStop }: { progress: { done: number; total: number }; onStop: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.progress}>
      <output>{t('reports.library.import.running', progress)}</output>
      <Progress
        value={(100 * progress.done) / Math.max(1, progress.total)}
        aria-label={t('reports.library.import.title')}
      />
      <Button variant="default" onClick={onStop}>
        {t('reports.library.import.stop')}
      </Button>
    </div>
  )
}

/** Nothing is left to import: where the published reports are, and what else there is. */
function AllPublished() {
  const { t } = useTranslation()
  const mayAddWorkspace = useCan('workspace.add')
  return (
    <Alert
      variant="light"
      c="var(--ink)"
      icon={<IconCheck aria-hidden />}
      title={t('reports.library.import.allPublished')}
    >
      <Text size="sm">{t('reports.library.import.allPublishedText')}</Text>
      <Group gap="md">
        <Anchor component={PathLink} to="/report" size="sm">
          {t('reports.library.title')}
        </Anchor>
        {mayAddWorkspace ? (
          <Anchor component={PathLink} to="/powerbi/workspace" size="sm">
            {t('reports.library.import.addWorkspace')}
          </Anchor>
        ) : null}
      </Group>
    </Alert>
  )
}

type ReportLineProps = { report: ServiceReport; checked: boolean; disabled: boolean; onChange: (on: boolean) => void }

function ReportLine({ report, checked, disabled, onChange }: ReportLineProps) {
  const { t } = useTranslation()
  const mayGrant = useCan('report.grant')
  const { name, dataset, published, published_as, identity_required } = report
  return (
    <li className={classes.line}>
      <Checkbox
        label={name}
        description={[
          ...(dataset === null ? [] : [dataset]),
          t(identity_required === false ? 'reports.library.open' : 'reports.library.secured'),
        ].join(' · ')}
        checked={checked && !published}
        disabled={disabled || published}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {published ? (
        <Group gap="sm">
          <Badge variant="light" color="gray" tt="none" leftSection={<IconCheck size={12} aria-hidden />}>
            {t('reports.library.source.published')}
          </Badge>
          {mayGrant && published_as !== null ? (
            <Anchor
              component={PathLink}
              to={`/report/${published_as}/access`}
              size="sm"
              aria-label={`${t('reports.library.whoMayOpen')}: ${name}`}
            >
              {t('reports.library.whoMayOpen')}
            </Anchor>
          ) : null}
        </Group>
      ) : null}
    </li>
  )
}

type AccessOptions = { workspaceId: string; chosenReports: readonly ServiceReport[]; defaults: Defaults }

/** The choice of who may open the imported reports, and its grants; null: nobody is chosen yet. */
function useImportAccess({ workspaceId, chosenReports, defaults }: AccessOptions) {
  const { t } = useTranslation()
  const mayGrant = useCan('report.grant')
  const [grantees, setGrantees] = useState<Grantee[]>([])
  const [chosenRoles, setChosenRoles] = useState<string[] | null>(null)
  const [notifies, setNotifies] = useState(true)
  const [isMarked, setMarked] = useState(false)
  // The server decides about a data model of which the service does not tell whether it has roles.
  const secured = chosenReports.find(({ identity_required }) => identity_required !== false)
  const { data: model } = useCallQuery(
    listImportRoles,
    { workspace_id: workspaceId, service_report_id: secured?.service_report_id ?? '' },
    { enabled: mayGrant && secured !== undefined, freshFor: 60_000 },
  )
  const modelRoles = model?.roles ?? null
  // No role is taken from the groups: one of them may read more than another.
  const roles = chosenRoles ?? soleRoleOf(modelRoles)
  const isRoleMissing = grantees.length > 0 && secured?.identity_required === true && roles.length === 0
  const reading = { ...blankReading, roles: secured === undefined ? [] : roles }
  const fields = mayGrant ? (
    <FormSection title={t('reports.library.import.who')} text={t('reports.library.import.whoText')}>
      <GranteeChoice grantees={grantees} offered={defaults.groups} onChange={setGrantees} />
      {grantees.length > 0 && secured !== undefined ? (
        <RolesField
          reportId={null}
          model={{ roles: modelRoles, filters: model?.filters ?? null }}
          required={secured.identity_required === true}
          recognition={usualRecognition}
          suggestions={defaults.groups
            .filter(({ id, roles: theirs }) => theirs.length > 0 && grantees.some(({ group_id }) => group_id === id))
            .map(({ name, roles: theirs }) => ({ roles: theirs, report: null, group: name }))}
          error={isMarked && isRoleMissing ? t('reports.access.fault.roles') : undefined}
          knownRoles={[...new Set(defaults.groups.flatMap((group) => group.roles))]}
          value={roles}
          onChange={setChosenRoles}
        />
      ) : null}
      {grantees.length > 0 ? <NotifyChoice checked={notifies} onChange={setNotifies} /> : null}
    </FormSection>
  ) : null
  return {
    fields,
    grants:
      grantees.length === 0
        ? null
        : { tell: notifies, grants: grantees.map(({ user_id, group_id }) => ({ user_id, group_id, ...reading })) },
    /** Marks a missing role. Returns true if the grants can be sent. */
    check: () => {
      setMarked(true)
      return !isRoleMissing
    },
  }
}
