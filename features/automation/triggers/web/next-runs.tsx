// The next runs of the trigger that is being edited, as the server plans them, with a mark where a clock change moves or repeats one.
import { Alert, Badge, Group, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { makeDayClock } from '#platform/contract/week.ts'
import type { CallInput } from '#platform/web/client/encode-input.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { makeFormats } from '#platform/web/language/formats.ts'
import { useLanguage } from '#platform/web/language/language.ts'
import { useForm } from '#platform/web/pages/form-page.tsx'
import { previewRuns } from '../contract.ts'
import classes from './next-runs.module.css'

export function NextRuns() {
  const { t } = useTranslation()
  const { frequency, days, month_days, times, timezone, starts_on, ends_on } = useForm().values
  const schedule = { frequency, days, month_days, times, timezone, starts_on, ends_on }
  // Compared as text: a new object with equal fields is the same question.
  const [asked] = useDebouncedValue(JSON.stringify(schedule), 300)
  const { data, error } = useCallQuery(previewRuns, JSON.parse(asked) as CallInput<typeof previewRuns>, { keep: true })
  const isComplete = (times as string[]).length > 0 && error === null
  return (
    <section aria-labelledby="next-runs" className={classes.next}>
      <Group gap="xs" justify="space-between">
        <Text id="next-runs" size="sm" fw={500} component="h3">
          {t('automation.triggers.next.title')}
        </Text>
        {data && isComplete ? (
          <Text size="xs" c="dimmed">
            {data.timezone}
          </Text>
        ) : null}
      </Group>
      <div aria-live="polite">
        {isComplete ? (
          data ? (
            <Runs {...data} />
          ) : null
        ) : (
          <Text size="sm" c="dimmed">
            {t('automation.triggers.next.incomplete')}
          </Text>
        )}
      </div>
    </section>
  )
}

type Preview = ReceivedOf<typeof previewRuns>

function Runs({ timezone, runs }: Preview) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { time: timeOf, date } = makeFormats(language, timezone)
  const { shown } = makeDayClock(language)
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: timezone })
  if (runs.length === 0) {
    return (
      <Alert color="gray" variant="light" c="var(--ink)" mt={6}>
        {t('automation.triggers.never')}
      </Alert>
    )
  }
  return (
    <ol className={classes.runs}>
      {runs.map(({ at, time, clock_change: change }) => (
        <li key={at.getTime()}>
          <span>
            {weekday.format(at)} {date(at)} {timeOf(at)}
          </span>
          {change === null ? null : (
            <>
              <Badge variant="light" color="orange" tt="none" c="var(--ink)">
                {t('automation.triggers.next.clockChange')}
              </Badge>
              <Text size="xs" c="dimmed" w="100%">
                {change === 'skipped'
                  ? t('automation.triggers.next.skipped', { planned: shown(time), time: timeOf(at) })
                  : t('automation.triggers.next.repeated', { planned: shown(time) })}
              </Text>
            </>
          )}
        </li>
      ))}
    </ol>
  )
}
