import { useTranslation } from 'react-i18next'
import { useSession } from '#platform/web/session/use-session.ts'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import { lastDays, type Period, PeriodChip } from '#platform/web/ui/period-chip.tsx'
import { GroupFilter } from '#features/reports/groups/web/exports.tsx'
import { viewOrigins } from '#features/reports/view/contract.ts'
import { type reportSeenChoices, usageDays } from '../contract.ts'

const presets = [1, 7, usageDays.default, 90, 365] as const

/** The origins to choose from. Built-in management reports are not reports of a service, so their views are not logged. */
const filteredOrigins = viewOrigins.filter((origin) => origin !== 'management')

export type UsageOptions = {
  from?: string | undefined
  to?: string | undefined
  origin?: (typeof viewOrigins)[number] | undefined
  group_id?: string | undefined
  report_id?: string | undefined
  user_id?: string | undefined
}

type UsageFiltersProps = {
  options: UsageOptions
  onChange: (part: Partial<UsageOptions>) => void
  /** Names of a report and a person that a link has chosen; null while unknown. */
  names?: { report?: string | null | undefined; person?: string | null | undefined }
}

/** The filters of the counted views: period, group and origin; also report and person if a link chose them. */
export function UsageFilters({ options, onChange, names = {} }: UsageFiltersProps) {
  const { t } = useTranslation()
  const { origin, group_id, report_id, user_id } = options
  return (
    <>
      <UsagePeriod options={options} onChange={onChange} />
      <GroupFilter
        label={t('reports.usage.filter.group')}
        value={group_id}
        onChange={(group) => onChange({ group_id: group })}
      />
      <FilterChip
        label={t('reports.usage.filter.origin')}
        value={origin}
        options={filteredOrigins.map((value) => ({ value, label: t(`reports.usage.choice.origin.${value}`) }))}
        onChange={(value) => onChange({ origin: value })}
      />
      {report_id === undefined ? null : (
        <FilterChip
          label={t('reports.usage.filter.report')}
          value={report_id}
          options={[{ value: report_id, label: names.report ?? '…' }]}
          onChange={(value) => onChange({ report_id: value })}
        />
      )}
      {user_id === undefined ? null : (
        <FilterChip
          label={t('reports.usage.filter.person')}
          value={user_id}
          options={[{ value: user_id, label: names.person ?? '…' }]}
          onChange={(value) => onChange({ user_id: value })}
        />
      )}
    </>
  )
}

type UsagePeriodProps = { options: Pick<UsageOptions, 'from' | 'to'>; onChange: (period: Period) => void }

/** The period in which views are counted. */
export function UsagePeriod({ options: { from, to }, onChange }: UsagePeriodProps) {
  const { t } = useTranslation()
  const { timezone } = useSession()
  const usual = lastDays(usageDays.default, timezone)
  return (
    <PeriodChip
      label={t('reports.usage.filter.period')}
      presets={presets}
      value={{ from: from ?? usual.from, to: to ?? usual.to }}
      onChange={onChange}
    />
  )
}

type SeenChoice = (typeof reportSeenChoices)[number]

type SeenUsageFiltersProps<Choice extends SeenChoice> = Omit<UsageFiltersProps, 'options' | 'onChange'> & {
  choices: readonly Choice[]
  options: UsageOptions & { seen?: Choice | undefined }
  onChange: (part: Partial<UsageOptions> & { seen?: Choice | undefined }) => void
}

/** The filters of a list that also has what nobody has seen. */
export function SeenUsageFilters<Choice extends SeenChoice>({
  choices,
  options,
  onChange,
  names = {},
}: SeenUsageFiltersProps<Choice>) {
  const { t } = useTranslation()
  const labels: Record<SeenChoice, string> = {
    yes: t('reports.usage.choice.seen.yes'),
    tv: t('reports.usage.choice.seen.tv'),
    no: t('reports.usage.choice.seen.no'),
    never: t('reports.usage.choice.seen.never'),
  }
  return (
    <>
      <UsageFilters options={options} onChange={onChange} names={names} />
      <FilterChip
        label={t('reports.usage.filter.seen')}
        value={options.seen}
        options={choices.map((seen) => ({ value: seen, label: labels[seen] }))}
        onChange={(seen) => onChange({ seen })}
      />
    </>
  )
}
