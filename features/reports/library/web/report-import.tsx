// Imports many reports of a workspace at once. A person chooses them, follows or stops the progress, and reads the reason of each failure.
import {
  Alert,
  Anchor,
  Badge,
  Button,
  Checkbox,
  Group,
  Progress,
  Select,
  Skeleton,
  Text,
  TextInput,
} from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconDownload } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQueryClient } from '@tanstack/react-query'
import { listWorkspaceReports, listWorkspaces } from '#features/sources/workspaces/contract.ts'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { CallFailure } from '#platform/web/client/call-failure.ts'
import { ask } from '#platform/web/client/client.ts'
import { nounOf } from '#platform/web/client/query-keys.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { importReports, listReports, maxImported } from '../contract.ts'
import { listReportGroups } from '#features/reports/groups/contract.ts'
import { SubgroupSelect } from '#features/reports/subgroups/web/exports.tsx'
import classes from './report-import.module.css'

type ServiceReport = ReceivedOf<typeof listWorkspaceReports>['data'][number]
type Outcome = { name: string; message: string | null }

export function ReportImport() {
  const { t } = useTranslation()
  const [workspace, setWorkspace] = useState<string | null>(null)
  const [subgroup, setSubgroup] = useState<string | null>(null)
  const { data, error } = useCallQuery(listWorkspaces, { size: 100 })
  // If there is only one workspace, it is chosen already.
  const [only, second] = data?.data ?? []
  const chosen = workspace ?? (only && !second ? only.id : null)
  return (
    <>
      <PageHeader title={t('reports.library.import.title')} text={t('reports.library.import.purpose')} />
      <div className={classes.page}>
        <FormSection title={t('reports.library.section.source')} text={t('reports.library.section.sourceText')}>
          <Select
            label={t('reports.library.field.workspace_id')}
            placeholder={t('reports.library.source.pickWorkspace')}
            error={error?.message}
            data={(data?.data ?? []).map(({ id, name, account }) => ({
              value: id,
              label: account === null ? name : `${name} (${account})`,
            }))}
            value={chosen}
            onChange={setWorkspace}
            searchable
            allowDeselect={false}
            nothingFoundMessage={t('general.list.empty')}
          />
          {data?.total === 0 ? (
            <Text size="sm">
              {t('reports.library.source.noWorkspace')}{' '}
              <Anchor component={PathLink} to="/powerbi/workspace" inherit underline="always">
                {t('reports.library.source.pickWorkspace')}
              </Anchor>
            </Text>
          ) : null}
          <SubgroupSelect
            none={
              <>
                {t('reports.library.places.none')}{' '}
                <Anchor component={PathLink} to="/reports" inherit underline="always">
                  {t('reports.library.places.manage')}
                </Anchor>
              </>
            }
            value={subgroup}
            error={undefined}
            onChange={setSubgroup}
          />
        </FormSection>
        {chosen === null ? null : <Choice key={chosen} workspaceId={chosen} subgroupId={subgroup} />}
      </div>
    </>
  )
}

type ChoiceProps = { workspaceId: string; subgroupId: string | null }

function Choice({ workspaceId, subgroupId }: ChoiceProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useCallQuery(listWorkspaceReports, { id: workspaceId }, { freshFor: 30_000 })
  if (error && data === undefined) return <FailedState failure={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={220} aria-label={t('general.state.loading')} />
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
      reports={data.data}
      // The list is loaded again, so that imported reports are marked.
      onDone={() => void refetch()}
    />
  )
}

type ReportsProps = ChoiceProps & { reports: ServiceReport[]; onDone: () => void }

function Reports({ workspaceId, subgroupId, reports, onDone }: ReportsProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const run = useImport({ workspaceId, subgroupId: subgroupId ?? '' }, onDone)
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
    const chosenReports = reports.filter((report) => chosen.has(report.service_report_id) && !report.published)
    const done = await run.start(chosenReports)
    toggle(done, false)
  }
  return (
    <FormSection title={t('reports.library.import.which')} text={t('reports.library.import.whichText')}>
      <Results outcomes={run.outcomes} />
      {reports.every(({ published }) => published) && run.outcomes.length === 0 ? <AllPublished /> : null}
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
      {run.progress === null ? (
        <Group>
          <Button
            disabled={chosen.size === 0 || subgroupId === null}
            leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
            onClick={() => void start()}
          >
            {t('reports.library.import.start', { count: chosen.size })}
          </Button>
          {subgroupId === null && chosen.size > 0 ? (
            <Text size="sm" c="dimmed">
              {t('reports.library.import.needsPlace')}
            </Text>
          ) : null}
        </Group>
      ) : (
        <div className={classes.progress}>
          <output>{t('reports.library.import.running', run.progress)}</output>
          <Progress
            value={(100 * run.progress.done) / Math.max(1, run.progress.total)}
            aria-label={t('reports.library.import.title')}
          />
          <Button variant="default" onClick={run.stop}>
            {t('reports.library.import.stop')}
          </Button>
        </div>
      )}
    </FormSection>
  )
}

/** Nothing is left to import: where the published reports are, and what else there is. */
function AllPublished() {
  const { t } = useTranslation()
  return (
    <Alert
      variant="light"
      c="var(--ink)"
      icon={<IconCheck aria-hidden />}
      title={t('reports.library.import.allPublished')}
    >
      <Text size="sm">{t('reports.library.import.allPublishedText')}</Text>
      <Anchor component={PathLink} to="/report" size="sm">
        {t('reports.library.title')}
      </Anchor>
    </Alert>
  )
}

type ReportLineProps = { report: ServiceReport; checked: boolean; disabled: boolean; onChange: (on: boolean) => void }

function ReportLine({ report, checked, disabled, onChange }: ReportLineProps) {
  const { t } = useTranslation()
  const { name, dataset, published, identity_required } = report
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
        <Badge variant="light" color="gray" tt="none" leftSection={<IconCheck size={12} aria-hidden />}>
          {t('reports.library.source.published')}
        </Badge>
      ) : null}
    </li>
  )
}

/** The imported reports, and the others with the reason. */
function Results({ outcomes }: { outcomes: readonly Outcome[] }) {
  const { t } = useTranslation()
  if (outcomes.length === 0) return null
  const failed = outcomes.filter(({ message }) => message !== null)
  const count = outcomes.length - failed.length
  return (
    <Alert
      color={failed.length > 0 ? 'amber' : 'accent'}
      variant="light"
      c="var(--ink)"
      icon={failed.length > 0 ? <IconAlertTriangle aria-hidden /> : <IconCheck aria-hidden />}
      title={t('reports.library.import.done', { count })}
    >
      {failed.length > 0 ? (
        <ul className={classes.failed}>
          {failed.map(({ name, message }) => (
            <li key={name}>
              <b>{name}</b>: {message}
            </li>
          ))}
        </ul>
      ) : null}
      {count > 0 ? (
        <Anchor component={PathLink} to="/report?sort=created_at&order=desc" size="sm">
          {t('reports.library.import.next')}
        </Anchor>
      ) : null}
    </Alert>
  )
}

/** Sends the reports in several calls; `stop` ends after the present call. Returns the ids of the imported reports. */
function useImport({ workspaceId, subgroupId }: { workspaceId: string; subgroupId: string }, onDone: () => void) {
  const cache = useQueryClient()
  const { t } = useTranslation()
  const say = { taken: t('reports.library.taken'), missing: t('reports.library.import.missing') }
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  const [outcomes, setOutcomes] = useState<Outcome[]>([])
  const stopped = useRef(false)
  // Leaving the page stops after the present call.
  useEffect(() => () => void (stopped.current = true), [])
  const start = async (chosenReports: readonly ServiceReport[]): Promise<string[]> => {
    stopped.current = false
    setOutcomes([])
    const found: Outcome[] = []
    const done: string[] = []
    for (let offset = 0; offset < chosenReports.length && !stopped.current; offset += maxImported) {
      setProgress({ done: offset, total: chosenReports.length })
      const part = chosenReports.slice(offset, offset + maxImported)
      const nameOf = (id: string) => part.find((report) => report.service_report_id === id)?.name ?? id
      try {
        const reports = part.map(({ service_report_id, name }) => ({ service_report_id, name: name.slice(0, 120) }))
        const { data } = await ask(importReports, { workspace_id: workspaceId, subgroup_id: subgroupId, reports })
        found.push(
          ...data.map(({ service_report_id, refusal }) => ({
            name: nameOf(service_report_id),
            message: refusal && say[refusal],
          })),
        )
        done.push(...data.flatMap(({ id, service_report_id }) => (id === null ? [] : [service_report_id])))
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error
        // A call that fails as a whole imported nothing, and the next call would fail for the same reason.
        found.push(...part.map(({ name }) => ({ name, message: error.message || t('general.toast.failed') })))
        break
      }
    }
    setProgress(null)
    setOutcomes(found)
    const nouns = new Set([listReports, listReportGroups].map(nounOf))
    await Promise.all([...nouns].map((noun) => cache.invalidateQueries({ queryKey: [noun] })))
    onDone()
    return done
  }
  return { progress, outcomes, start, stop: () => void (stopped.current = true) }
}
