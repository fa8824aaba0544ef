// One data set: its schedule for managers, and the history of its refreshes.
import { Button, Group, Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { Field } from '#platform/web/pages/field.tsx'
import { EditPage, useForm } from '#platform/web/pages/form-page.tsx'
import { useCan, useSession } from '#platform/web/session/use-session.ts'
import { FormSection, OptionalLabel } from '#platform/web/ui/form-layout.tsx'
import type { Weekday } from '#platform/contract/week.ts'
import { TimesOfDay } from '#platform/web/ui/times-of-day.tsx'
import { Weekdays } from '#platform/web/ui/weekdays.tsx'
import { OptionalSelect } from '#platform/web/ui/optional-select.tsx'
import { PersonPicker } from '#features/people/grantees/web/exports.tsx'
import { readDataset, scheduleDataset, selectDatasets } from '../contract.ts'
import { now } from '#platform/web/clock.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { NoPlannedTimes, PlannedList, PlannedTimes } from '#platform/web/ui/planned-times.tsx'
import { DatasetHistory } from './dataset-history.tsx'
import { datasetPlace } from './dataset-place.ts'
import { RunningRefresh } from './dataset-running.tsx'
import { RefreshButton } from './dataset-refresh.tsx'
import { DatasetState, isUnderWay } from './dataset-state.tsx'

type Dataset = ReceivedOf<typeof readDataset>

export function EditDataset() {
  const nextRefresh = useNextRefresh()
  return (
    <EditPage
      {...datasetPlace}
      read={readDataset}
      update={scheduleDataset}
      staysWith={nextRefresh}
      renderAside={({ last_state }) => (last_state === null ? null : <DatasetState state={last_state} />)}
      renderWays={({ id, can, last_state, used, limit }) =>
        can.includes('refresh') ? (
          <RefreshButton id={id} isRunning={isUnderWay(last_state)} disabled={used >= limit} />
        ) : null
      }
    >
      {(dataset) => (
        <>
          <RunningRefresh id={dataset.id} />
          {dataset.can.includes('update') ? <Schedule dataset={dataset} /> : null}
          <DatasetHistory id={dataset.id} />
        </>
      )}
    </EditPage>
  )
}

/** What follows from the saved schedule. */
function useNextRefresh() {
  const { t } = useTranslation()
  const { soon } = useFormats()
  return ({ next_at, after_id, after }: Dataset) => {
    if (next_at !== null) return t('reports.datasets.saved.next', { when: soon(next_at, now()) })
    if (after_id === null) return t('reports.datasets.saved.never')
    return t('reports.datasets.saved.after', { name: after })
  }
}

type Values = { enabled: boolean; days: Weekday[]; times: string[]; after_id: string | null; owner_id: string | null }

function Schedule({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation()
  const values = useForm().values as Values
  const { enabled, days, times } = values
  const plannedCount = enabled && days.length > 0 ? times.length : 0
  return (
    <>
      <FormSection title={t('reports.datasets.section.when')} text={t('reports.datasets.section.whenText')}>
        <Field name="enabled">
          {({ value, onChange, label }) => (
            <Switch
              name="enabled"
              label={label}
              checked={value === true}
              onChange={({ currentTarget: { checked } }) => onChange(checked)}
            />
          )}
        </Field>
        {enabled ? (
          <>
            <Field name="days">{(input) => <Weekdays {...input} />}</Field>
            <Field name="times">
              {({ value, error, onChange, label }) => (
                <TimesOfDay label={label} times={value as string[]} error={error} onChange={onChange} />
              )}
            </Field>
            <p>{t('reports.datasets.planned', { count: plannedCount, limit: dataset.limit })}</p>
          </>
        ) : null}
        <After dataset={dataset} />
        {enabled || dataset.enabled ? <NextRefreshes dataset={dataset} /> : null}
      </FormSection>
      <FormSection title={t('reports.datasets.section.who')} text={t('reports.datasets.section.whoText')}>
        <Owner dataset={dataset} />
      </FormSection>
    </>
  )
}

/** The next refreshes of the stored schedule. A changed one is saved first. */
function NextRefreshes({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation()
  const { timezone } = useSession()
  const { enabled, days, times } = useForm().values as Values
  const isStored =
    JSON.stringify([enabled, days, times]) === JSON.stringify([dataset.enabled, dataset.days, dataset.times])
  const runs = dataset.next_runs.map((at) => ({ at }))
  return (
    <PlannedTimes title={t('reports.datasets.next.title')} timezone={isStored ? timezone : undefined}>
      {isStored ? (
        <PlannedList runs={runs} timezone={timezone} />
      ) : (
        <NoPlannedTimes>{t('reports.datasets.next.afterSaving')}</NoPlannedTimes>
      )}
    </PlannedTimes>
  )
}

function After({ dataset: { id, after_id, after } }: { dataset: Dataset }) {
  const { t } = useTranslation()
  const { data = [] } = useCallQuery(selectDatasets, { search: '' }, { freshFor: 10_000 })
  const others = data.filter(({ value }) => value !== id)
  const isListed = after_id === null || others.some(({ value }) => value === after_id)
  const choices = isListed ? others : [...others, { value: after_id, label: after ?? '' }]
  return (
    <Field name="after_id">
      {({ value, error, onChange, description }) => (
        <OptionalSelect
          id="after_id"
          label={<OptionalLabel>{t('reports.datasets.field.after_id')}</OptionalLabel>}
          description={description}
          error={error}
          placeholder={t('reports.datasets.onItsOwn')}
          data={choices}
          value={typeof value === 'string' ? value : null}
          onChange={onChange}
          searchable
          nothingFoundMessage={t('general.list.empty')}
        />
      )}
    </Field>
  )
}

function Owner({ dataset: { owner_id, owner } }: { dataset: Dataset }) {
  const { t } = useTranslation()
  const maySearch = useCan('user.read')
  const [picked, setPicked] = useState<string | null>(null)
  return (
    <Field name="owner_id">
      {({ value, error, onChange, description, label }) => {
        const isNobody = typeof value !== 'string' || value === ''
        const name = isNobody ? t('reports.datasets.nobodyTold') : value === owner_id ? owner : picked
        return (
          <>
            <Group gap="sm">
              <strong>{name}</strong>
              {isNobody ? null : (
                <Button variant="subtle" size="xs" onClick={() => onChange(null)}>
                  {t('reports.datasets.notifyAdministrators')}
                </Button>
              )}
            </Group>
            {maySearch ? (
              <PersonPicker
                name="owner_id"
                label={label}
                description={description}
                error={error}
                exclude={isNobody ? [] : [value]}
                onPick={(person) => {
                  setPicked(person.label)
                  onChange(person.value)
                }}
              />
            ) : null}
          </>
        )
      }}
    </Field>
  )
}
