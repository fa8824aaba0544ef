// The form of the service levels: targets of each priority, weekly hours, and the days without working time.
import { Alert, Button, NativeSelect, SimpleGrid, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useRecord } from '#platform/web/client/use-record.ts'
import { useSubmit } from '#platform/web/client/use-submit.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useLanguage } from '#platform/web/language/language.ts'
import { useGoBack } from '#platform/web/routing/path.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormLayout, FormSection, FormSkeleton, OptionalLabel } from '#platform/web/ui/form-layout.tsx'
import { NumberField } from '#platform/web/ui/number-field.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { useDraft } from '#platform/web/ui/use-draft.ts'
import { WeeklyHours } from '#platform/web/ui/weekly-hours.tsx'
import { OptionalSelect } from '#platform/web/ui/optional-select.tsx'
import { listHolidays, readServiceLevels, type Target, updateServiceLevels } from '../contract.ts'
import { OwnDays } from './own-days.tsx'

export function ServiceLevelsPage() {
  const { t } = useTranslation()
  const { record, failure, reload, round } = useRecord(readServiceLevels, {})
  if (failure) return <FailedState failure={failure} onRetry={reload} />
  return (
    <>
      <PageHeader title={t('helpDesk.serviceLevels.title')} text={t('helpDesk.serviceLevels.purpose')} />
      {record ? <LevelsForm key={round} record={record} onReload={reload} /> : <FormSkeleton sections={3} />}
    </>
  )
}

type Levels = ReceivedOf<typeof readServiceLevels>
type Values = Omit<Levels, 'version' | 'can'>
type PartProps = { values: Values; set: (part: Partial<Values>) => void; faults: Record<string, string> }

function LevelsForm({ record, onReload }: { record: Levels; onReload: () => void }) {
  const { t } = useTranslation()
  const goBack = useGoBack('/help_desk')
  const { version, can, ...stored } = record
  const { values, set, changed } = useDraft<Values>(stored)
  const label = (field: string) => t(`helpDesk.serviceLevels.field.${field as keyof Values}`)
  const submission = useSubmit(updateServiceLevels, {
    label,
    values,
    onDone: () => {
      toastDone()
      onReload()
    },
  })
  const part = { values, set, faults: submission.faults }
  return (
    <FormLayout
      submission={submission}
      changed={changed.map(label)}
      action={t('general.action.save')}
      editable={can.includes('update')}
      onSubmit={() => submission.submit({ version, ...values })}
      onCancel={goBack}
      onReload={onReload}
    >
      <FormSection
        title={t('helpDesk.serviceLevels.section.targets')}
        text={t('helpDesk.serviceLevels.section.targetsText')}
      >
        <Targets {...part} />
      </FormSection>
      <FormSection title={label('hours')} text={t('helpDesk.serviceLevels.section.hoursText')}>
        <WeeklyHours
          hours={values.hours}
          error={submission.faults['hours']}
          noneText={t('helpDesk.serviceLevels.closed')}
          onChange={(hours) => set({ hours })}
        />
      </FormSection>
      <FormSection title={t('helpDesk.serviceLevels.section.days')} text={t('helpDesk.serviceLevels.section.daysText')}>
        <Holidays {...part} />
        <OwnDays
          days={values.own_days}
          error={submission.faults['own_days']}
          onChange={(own_days) => set({ own_days })}
        />
      </FormSection>
    </FormLayout>
  )
}

const rows: readonly [Target, Target][] = [
  ['high_first_answer', 'high_resolution'],
  ['medium_first_answer', 'medium_resolution'],
  ['low_first_answer', 'low_resolution'],
]

function Targets({ values, set, faults }: PartProps) {
  const { t } = useTranslation()
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {rows.flat().map((name) => (
        <NumberField
          key={name}
          name={name}
          label={<OptionalLabel>{t(`helpDesk.serviceLevels.field.${name}`)}</OptionalLabel>}
          rightSection={<Text size="sm">h</Text>}
          min={0}
          step={1}
          error={faults[name]}
          value={values[name]}
          onChange={(hours) => set({ [name]: hours })}
        />
      ))}
    </SimpleGrid>
  )
}

function Holidays({ values: { country, region }, set, faults }: PartProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const { data, error, refetch } = useCallQuery(
    listHolidays,
    { ...(country !== null && { country }), ...(region !== null && { region }) },
    { keep: true },
  )
  if (error && !data) {
    return (
      <Alert color="amber" variant="light" c="var(--ink)">
        {error.message}{' '}
        <Button size="xs" variant="default" onClick={() => void refetch()}>
          {t('general.action.reload')}
        </Button>
      </Alert>
    )
  }
  const countries = (data?.countries ?? [])
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((one, other) => one.label.localeCompare(other.label, language))
  const regions = data?.regions ?? []
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <OptionalSelect
          id="country"
          label={<OptionalLabel>{t('helpDesk.serviceLevels.field.country')}</OptionalLabel>}
          error={faults['country']}
          data={countries}
          value={country}
          searchable
          nothingFoundMessage={t('general.list.empty')}
          onChange={(chosen) => set({ country: chosen, region: null })}
        />
        {country === null || (regions.length === 0 && region === null) ? null : (
          <NativeSelect
            name="region"
            label={<OptionalLabel>{t('helpDesk.serviceLevels.field.region')}</OptionalLabel>}
            error={faults['region']}
            data={[{ value: '', label: t('helpDesk.serviceLevels.wholeCountry') }, ...regions]}
            value={region ?? ''}
            onChange={({ currentTarget: { value } }) => set({ region: value || null })}
          />
        )}
      </SimpleGrid>
      {country === null ? null : <NextHolidays days={data?.days ?? []} />}
    </>
  )
}

const shownHolidays = 4

function NextHolidays({ days }: { days: readonly { day: string; name: string }[] }) {
  const { t } = useTranslation()
  const { day: formatDay } = useFormats()
  if (days.length === 0) return null
  const next = days.slice(0, shownHolidays).map(({ day, name }) => `${formatDay(day)} ${name}`)
  return (
    <Text size="sm" c="dimmed">
      {t('helpDesk.serviceLevels.nextHolidays', { days: next.join(' · ') })}
    </Text>
  )
}
