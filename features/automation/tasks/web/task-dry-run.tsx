// The dry run of the form over earlier days: what each repeat policy would have told. It asks for a few days in each call, so that the person
// sees the progress and can stop it.
import { Alert, Button, Group, Progress, Select, Text } from '@mantine/core'
import { IconHistoryToggle } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallInput } from '#platform/web/client/encode-input.ts'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useForm } from '#platform/web/pages/form-page.tsx'
import { PlainTable } from '#platform/web/ui/plain-table.tsx'
import { type DryRunDay, dryRunPolicies, dryRunTask, type RunProblem, type TaskVariable } from '../contract.ts'
import { sourceOf } from './task-source-fields.ts'
import { stateColours } from './state-colours.ts'
import classes from './task-states.module.css'

const lengths = [7, 30, 90] as const

type Seen = { all: number; days: DryRunDay[]; problem: RunProblem | null; detail: string | null; isRunning: boolean }

export function TaskDryRun() {
  const { t } = useTranslation()
  const { number } = useFormats()
  const { values } = useForm()
  const { mutateAsync } = useCallMutation(dryRunTask)
  const [length, setLength] = useState<number>(30)
  const [seen, setSeen] = useState<Seen | null>(null)
  // Each start and each stop has a number of its own; a loop with an earlier one ends.
  const current = useRef(0)
  const stop = () => {
    current.current += 1
    setSeen((before) => before && { ...before, isRunning: false })
  }
  useEffect(
    () => () => {
      current.current += 1
    },
    [],
  )
  const start = async () => {
    current.current += 1
    const own = current.current
    const { source } = sourceOf(values)
    const { type, dax, column_name, operator, value, variables, ...rest } = values
    const { row_key, clear_value, fire_runs, fire_of, recover_runs, on_no_data, on_error } = rest
    const question = { ...source, type, dax, column_name, operator, value, variables, row_key, clear_value }
    const form = { ...question, fire_runs, fire_of, recover_runs, on_no_data, on_error }
    const days: DryRunDay[] = []
    let [back, carry]: [number, string | null] = [length, null]
    setSeen({ all: length, days, problem: null, detail: null, isRunning: true })
    while (back > 0) {
      const input = { ...form, days_back: back, carry } as CallInput<typeof dryRunTask>
      // A refusal of the call is shown by the mutation itself.
      const answer = await mutateAsync(input).catch(() => null)
      if (current.current !== own) return
      if (answer === null) return stop()
      days.push(...answer.days)
      const { problem, detail } = answer
      const isOver = problem !== null || answer.days_back === 0
      setSeen({ all: length, days: [...days], problem, detail, isRunning: !isOver })
      if (isOver) return
      ;[back, carry] = [answer.days_back, answer.carry]
    }
  }
  const isAskable = sourceOf(values).isChosen && String(values['dax']).trim() !== ''
  const day = (values['variables'] as TaskVariable[]).find(({ substitution }) => substitution === 'day')
  return (
    <div>
      <Text fw={600}>{t('automation.tasks.dryRun.title')}</Text>
      <Text size="sm" c="dimmed" mb="xs">
        {day === undefined
          ? t('automation.tasks.dryRun.without', { day: `{{${t('automation.tasks.dryRun.dayName')}}}` })
          : t('automation.tasks.dryRun.text')}
      </Text>
      {day === undefined ? null : (
        <Group gap="sm" align="flex-end">
          <Select
            label={t('automation.tasks.dryRun.days')}
            allowDeselect={false}
            disabled={seen?.isRunning === true}
            value={String(length)}
            data={lengths.map((each) => ({
              value: String(each),
              label: t('automation.tasks.dryRun.lastDays', { count: each, shown: number(each) }),
            }))}
            onChange={(chosen) => chosen !== null && setLength(Number(chosen))}
          />
          {seen?.isRunning === true ? (
            <Button variant="default" onClick={stop}>
              {t('automation.tasks.dryRun.stop')}
            </Button>
          ) : (
            <Button
              variant="default"
              leftSection={<IconHistoryToggle size={16} stroke={1.8} aria-hidden />}
              disabled={!isAskable}
              onClick={() => void start()}
            >
              {t('automation.tasks.dryRun.button')}
            </Button>
          )}
        </Group>
      )}
      <div aria-live="polite">{seen === null ? null : <Answer seen={seen} chosen={values['repeat_policy']} />}</div>
    </div>
  )
}

function Answer({ seen, chosen }: { seen: Seen; chosen: unknown }) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const { all, days, problem, detail, isRunning } = seen
  return (
    <div className={classes.section}>
      {isRunning ? (
        <div>
          <Progress value={(100 * days.length) / all} aria-label={t('automation.tasks.dryRun.title')} />
          <Text size="sm">
            {t('automation.tasks.dryRun.progress', { done: number(days.length), all: number(all) })}
          </Text>
        </div>
      ) : null}
      {problem === null ? null : (
        <Alert color="red" variant="light" c="var(--ink)">
          {t(`automation.tasks.problems.${problem}`)}
          {detail === null ? null : <Text size="sm">{detail}</Text>}
        </Alert>
      )}
      {days.length === 0 || isRunning ? null : (
        <>
          <Text size="sm">{t('automation.tasks.dryRun.done', { shown: number(days.length) })}</Text>
          <PlainTable
            label={t('automation.tasks.dryRun.policy')}
            columns={[t('automation.tasks.dryRun.policy'), t('automation.tasks.dryRun.messages')]}
          >
            {dryRunPolicies.map((policy) => (
              <tr key={policy}>
                <th scope="row">
                  {t(`automation.tasks.choice.repeat_policy.${policy}`)}
                  {policy === chosen ? ` (${t('automation.tasks.dryRun.chosen')})` : null}
                </th>
                <td>{number(days.filter(({ tells }) => tells.includes(policy)).length)}</td>
              </tr>
            ))}
          </PlainTable>
          <Days days={days} chosen={chosen} />
        </>
      )}
    </div>
  )
}

/** A mark for each day. A screen reader reads the day, the state and the value of each. */
function Days({ days, chosen }: { days: DryRunDay[]; chosen: unknown }) {
  const { t } = useTranslation()
  const { day: formatDay } = useFormats()
  return (
    <ol className={classes.strip} aria-label={t('automation.tasks.dryRun.strip')}>
      {days.map(({ day, state, value, tells }) => {
        const isTold = tells.some((policy) => policy === chosen)
        const text = t(isTold ? 'automation.tasks.dryRun.ofTold' : 'automation.tasks.dryRun.of', {
          day: formatDay(day),
          state: t(`automation.tasks.stateNames.${state}`),
          value,
        })
        return (
          <li
            key={day}
            title={text}
            data-told={isTold || undefined}
            style={{ background: `var(--mantine-color-${stateColours[state]}-6)` }}
          >
            <span className={classes.hidden}>{text}</span>
          </li>
        )
      })}
    </ol>
  )
}
