import { useTranslation } from 'react-i18next'
import { useSession } from '#platform/web/session/use-session.ts'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import { lastDays, PeriodChip } from '#platform/web/ui/period-chip.tsx'
import { auditDays } from '../contract.ts'
import type { AuditEntries } from './audit-entries.ts'
import { useEvents, useSentence, useTargets } from './audit-texts.ts'

const presets = [1, auditDays.default, 30, 90] as const

/** The filters of the audit trail: period, subject and action; and person and record, when a link set them. */
type AuditFiltersProps = {
  list: AuditEntries
  /** True when any filter is set. Until then the period has no effect. */
  isFiltered: boolean
}

export function AuditFilters({ list: { options, change, answer }, isFiltered }: AuditFiltersProps) {
  const { t } = useTranslation()
  const { timezone } = useSession()
  const { from, to, event, target_type, actor_id, target_id } = options
  const usual = lastDays(auditDays.default, timezone)
  const rows = answer?.data ?? []
  const person = rows.find((row) => row.actor_id === actor_id)
  const record = rows.find((row) => row.target_id === target_id)
  return (
    <>
      <PeriodChip
        label={t('operations.audit.period')}
        presets={presets}
        value={isFiltered ? { from: from ?? usual.from, to: to ?? usual.to } : null}
        onChange={change}
      />
      <FilterChip
        label={t('operations.audit.filter.type')}
        value={target_type}
        options={useTargets()}
        onChange={(type) => change({ target_type: type, event: undefined })}
      />
      <EventChip type={target_type} value={event} onChange={(eventCode) => change({ event: eventCode })} />
      {actor_id === undefined ? null : (
        <FilterChip
          label={t('operations.audit.filter.person')}
          value={actor_id}
          options={[{ value: actor_id, label: person?.actor_name ?? person?.actor_email ?? '…' }]}
          onChange={(actorId) => change({ actor_id: actorId })}
        />
      )}
      {target_id === undefined ? null : (
        <FilterChip
          label={t('operations.audit.filter.record')}
          value={target_id}
          options={[{ value: target_id, label: record?.target_name ?? '…' }]}
          onChange={(targetId) => change({ target_id: targetId })}
        />
      )}
    </>
  )
}

type EventChipProps = {
  type: string | undefined
  value: string | undefined
  onChange: (event: string | undefined) => void
}

/**
 * Selects an action of the chosen subject. Events of a person's own account and of sign-in have names that differ from those of their
 * records.
 */
function EventChip({ type, value, onChange }: EventChipProps) {
  const { t } = useTranslation()
  const { nameOf } = useSentence()
  const places = type === undefined ? [] : (eventsOf[type] ?? [type])
  const events = useEvents().filter((event) => type === undefined || places.includes(event.split('.')[0] ?? ''))
  return (
    <FilterChip
      label={t('operations.audit.filter.event')}
      value={value}
      options={events.map((event) => ({ value: event, label: nameOf(event) }))}
      onChange={onChange}
    />
  )
}

const eventsOf: Record<string, string[]> = {
  user: ['user', 'profile', 'team', 'password'],
  session: ['session', 'sign_in', 'profile'],
}
