// The next runs of the trigger that is being edited, as the server plans them, with a mark where a clock change moves or repeats one.
import { Alert, Badge, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { makeDayClock } from '#platform/contract/week.ts'
import type { CallInput } from '#platform/web/client/encode-input.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { makeFormats } from '#platform/web/language/formats.ts'
import { useLanguage } from '#platform/web/language/language.ts'
import { useForm } from '#platform/web/pages/form-page.tsx'
import { NoPlannedTimes, PlannedList, PlannedTimes } from '#platform/web/ui/planned-times.tsx'
import { previewRuns } from '../contract.ts'

type Preview = ReceivedOf<typeof previewRuns>

export function NextRuns() {
  const { t } = useTranslation()
  const { frequency, days, month_days, times, timezone, starts_on, ends_on } = useForm().values
  const schedule = { frequency, days, month_days, times, timezone, starts_on, ends_on }
  // Compared as text: a new object with equal fields is the same question.
  const [asked] = useDebouncedValue(JSON.stringify(schedule), 300)
  const { data, error } = useCallQuery(previewRuns, JSON.parse(asked) as CallInput<typeof previewRuns>, { keep: true })
  const isComplete = (times as string[]).length > 0 && error === null
  const shown = isComplete ? data : undefined
  return (
    <PlannedTimes title={t('automation.triggers.next.title')} timezone={shown?.timezone}>
      {shown ? <Runs {...shown} /> : null}
      {isComplete ? null : <NoPlannedTimes>{t('automation.triggers.next.incomplete')}</NoPlannedTimes>}
    </PlannedTimes>
  )
}

function Runs({ timezone, runs }: Preview) {
  const { t } = useTranslation()
  if (runs.length === 0) {
    return (
      <Alert color="gray" variant="light" c="var(--ink)" mt={6}>
        {t('automation.triggers.never')}
      </Alert>
    )
  }
  return (
    <PlannedList runs={runs} timezone={timezone} renderNote={(run) => <ClockChange {...run} timezone={timezone} />} />
  )
}

type ClockChangeProps = Preview['runs'][number] & { timezone: string }

function ClockChange({ at, time, clock_change: change, timezone }: ClockChangeProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { shown } = makeDayClock(language)
  if (change === null) return null
  return (
    <>
      <Badge variant="light" color="orange" tt="none" c="var(--ink)">
        {t('automation.triggers.next.clockChange')}
      </Badge>
      <Text size="xs" c="dimmed" w="100%">
        {change === 'skipped'
          ? t('automation.triggers.next.skipped', {
              planned: shown(time),
              time: makeFormats(language, timezone).time(at),
            })
          : t('automation.triggers.next.repeated', { planned: shown(time) })}
      </Text>
    </>
  )
}
