// The next times at which something runs, in the time zone of its schedule.
import { Group, Text } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { makeFormats } from '../language/formats.ts'
import { useLanguage } from '../language/language.ts'
import classes from './planned-times.module.css'

type PlannedTimesProps = {
  title: string
  /** Named beside the title; absent while the times are unknown. */
  timezone?: string | undefined
  children: ReactNode
}

/** The box around `PlannedList`, or around a sentence that says why there is none. */
export function PlannedTimes({ title, timezone, children }: PlannedTimesProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes.next}>
      <Group gap="xs" justify="space-between">
        <Text id={id} size="sm" fw={500} component="h3">
          {title}
        </Text>
        {timezone === undefined ? null : (
          <Text size="xs" c="dimmed">
            {timezone}
          </Text>
        )}
      </Group>
      <div aria-live="polite">{children}</div>
    </section>
  )
}

/** A sentence in place of the list. */
export const NoPlannedTimes = ({ children }: { children: ReactNode }) => (
  <Text size="sm" c="dimmed" mt={6}>
    {children}
  </Text>
)

type PlannedListProps<Run> = {
  runs: readonly Run[]
  timezone: string
  /** What is special about a run, beside its time. */
  renderNote?: (run: Run) => ReactNode
}

export function PlannedList<Run extends { at: Date }>({ runs, timezone, renderNote }: PlannedListProps<Run>) {
  const language = useLanguage()
  const { dateTime } = makeFormats(language, timezone)
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: timezone })
  return (
    <ol className={classes.runs}>
      {runs.map((run) => (
        <li key={run.at.getTime()}>
          <span>
            {weekday.format(run.at)} {dateTime(run.at)}
          </span>
          {renderNote?.(run)}
        </li>
      ))}
    </ol>
  )
}
