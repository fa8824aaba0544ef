import { Divider, Popover, Radio, Stack, UnstyledButton } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayIn } from '#platform/contract/local-time.ts'
import { now } from '../clock.ts'
import { useFormats } from '../language/formats.ts'
import { useSession } from '../session/use-session.ts'
import { DayInput } from './day-field.tsx'
import { readDay } from './day-text.ts'
import chip from './filter-chip.module.css'
import classes from './period-chip.module.css'

/** Calendar days, YYYY-MM-DD, both included. */
export type Period = { from: string; to: string }

/** The last `days` days in a time zone, including today. */
export function lastDays(days: number, timezone: string): Period {
  const to = dayIn(timezone, now())
  const from = new Date(Date.parse(to) - (days - 1) * 86_400_000).toISOString().slice(0, 10)
  return { from, to }
}

type PeriodChipProps = {
  label: string
  /** The chosen period; null until a person chooses one. */
  value: Period | null
  /** The offered numbers of last days. */
  presets: readonly number[]
  onChange: (period: Period) => void
}

/** A number of last days, or two chosen days. */
export function PeriodChip({ label, value, presets, onChange }: PeriodChipProps) {
  const { t } = useTranslation()
  const { day } = useFormats()
  const { timezone } = useSession()
  const [opened, setOpened] = useState(false)
  const chosen = value === null ? undefined : presets.find((days) => same(lastDays(days, timezone), value))
  const nameOf = (days: number) => (days === 1 ? t('general.period.today') : t('general.period.days', { count: days }))
  const own = value && t('general.period.to', { from: day(value.from), to: day(value.to) })
  const displayedPeriod = chosen === undefined ? own : nameOf(chosen)
  return (
    <span className={`${chip.chip} ${classes.chip}`} data-active={value !== null || undefined}>
      <Popover opened={opened} onChange={setOpened} position="bottom-start" withinPortal trapFocus returnFocus>
        <Popover.Target>
          <UnstyledButton className={chip.label} onClick={() => setOpened(!opened)}>
            <IconCalendar size={14} stroke={1.8} aria-hidden />
            {displayedPeriod === null ? label : `${label}: ${displayedPeriod}`}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown aria-label={label}>
          <Radio.Group
            aria-label={label}
            value={chosen === undefined ? null : String(chosen)}
            onChange={(days) => onChange(lastDays(Number(days), timezone))}
          >
            <Stack gap="xs">
              {presets.map((days) => (
                <Radio
                  key={days}
                  value={String(days)}
                  label={nameOf(days)}
                  // The arrow keys choose too, without a press of the pointer: then the next one can follow.
                  onClick={({ detail: presses }) => presses > 0 && setOpened(false)}
                />
              ))}
            </Stack>
          </Radio.Group>
          <Divider my="sm" />
          <OwnDays value={value ?? lastDays(1, timezone)} onChange={onChange} />
        </Popover.Dropdown>
      </Popover>
    </span>
  )
}

type OwnDaysProps = { value: Period; onChange: PeriodChipProps['onChange'] }

function OwnDays({ value, onChange }: OwnDaysProps) {
  const { t } = useTranslation()
  const set = (end: keyof Period, typed: string | null) => {
    const day = readDay(typed ?? '')
    // An incomplete day counts as none. The other end of the period moves when it would be before this one.
    if (day === null) return
    const part: Partial<Period> = { [end]: day }
    const newPeriod = { ...value, ...part }
    onChange(
      newPeriod.from <= newPeriod.to ? newPeriod : { from: part.from ?? newPeriod.to, to: part.to ?? newPeriod.from },
    )
  }
  return (
    <div className={classes.own}>
      <DayInput size="xs" label={t('general.period.first')} value={value.from} onChange={(day) => set('from', day)} />
      <DayInput size="xs" label={t('general.period.last')} value={value.to} onChange={(day) => set('to', day)} />
    </div>
  )
}

const same = (one: Period, other: Period) => one.from === other.from && one.to === other.to
