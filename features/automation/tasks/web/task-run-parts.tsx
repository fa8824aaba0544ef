// What a run says in its list and on its page.
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import type { readRun } from '../contract.ts'

type Run = ReceivedOf<typeof readRun>

/** How many people were told, and the reasons for which others were not: "3 of 40 not told", "3: no access to the report". */
export function Told({ receipts, untold, outcomes }: Pick<Run, 'receipts' | 'untold' | 'outcomes'>) {
  const { t } = useTranslation()
  const { number } = useFormats()
  if (receipts === null || untold === null) return null
  const reasons = outcomes.filter(({ outcome }) => outcome !== 'told' && outcome !== 'waiting')
  return (
    <>
      {number(receipts)}
      {untold === 0 ? null : (
        <Text size="xs" c="dimmed" mt={2}>
          {t('automation.tasks.runs.untold', { shown: number(untold), all: number(receipts + untold) })}
        </Text>
      )}
      {reasons.map(({ outcome, count }) => (
        <Text key={outcome} size="xs" c="dimmed">
          {t('automation.tasks.runs.reason', {
            shown: number(count),
            reason: t(`automation.tasks.outcomes.${outcome}`),
          })}
        </Text>
      ))}
    </>
  )
}

/** The rows that the run did not evaluate. */
export function PausedRows({ paused_rows: count }: Pick<Run, 'paused_rows'>) {
  const { t } = useTranslation()
  const { number } = useFormats()
  if (count === null || count === 0) return null
  return (
    <Text size="xs" c="dimmed" mt={2}>
      {t('automation.tasks.runs.paused', { count, shown: number(count) })}
    </Text>
  )
}

/** The planned instants that no process ran in time. */
export function Missed({ missed, missed_from, missed_until }: Pick<Run, 'missed' | 'missed_from' | 'missed_until'>) {
  const { t } = useTranslation()
  const { number, dateTime } = useFormats()
  if (missed === null || missed_from === null || missed_until === null) return null
  return (
    <Text size="xs" c="dimmed" mt={2}>
      {t('automation.tasks.runs.missed', {
        count: missed,
        shown: number(missed),
        from: dateTime(missed_from),
        until: dateTime(missed_until),
      })}
    </Text>
  )
}
