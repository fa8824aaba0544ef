// Runs the question of the form as a test, and shows its answer and the message that the task would send. Nobody is notified.
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import type { CallInput } from '#platform/web/client/encode-input.ts'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useForm } from '#platform/web/pages/form-page.tsx'
import { PlainTable } from '#platform/web/ui/plain-table.tsx'
import { answeredValue } from '#features/reports/dax-queries/contract.ts'
import { conditionFault, testTask } from '../contract.ts'
import { anyCondition } from './task-query-run.tsx'
import { sourceOf } from './task-source-fields.ts'
import { testInput } from './task-tested.ts'
import { columnLabel } from './task-value-format.ts'
import classes from './task-test.module.css'
import type { Question } from './use-question.ts'

type Tested = ReceivedOf<typeof testTask>

export function TaskTest({ question }: { question: Question }) {
  const { t } = useTranslation()
  const { values, set } = useForm()
  const test = useCallMutation(testTask)
  const { source, isChosen } = sourceOf(values)
  const isAskable = isChosen && String(values['dax']).trim() !== ''
  const fault = conditionFault(values as Parameters<typeof conditionFault>[0])
  const isWithoutCondition = fault !== null
  const isCurrent = test.variables?.dax === values['dax']
  const ask = () => {
    const { type, dax, column_name, variables } = values
    // The present value can be seen before a condition is written.
    if (isWithoutCondition) {
      test.mutate({ ...anyCondition, ...source, type, dax, column_name, variables } as CallInput<typeof testTask>)
      return
    }
    test.mutate(testInput(values))
  }
  return (
    <div>
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconFlask size={16} stroke={1.8} aria-hidden />}
          disabled={!isAskable}
          loading={test.isPending}
          onClick={ask}
        >
          {question.isPicking ? t('automation.tasks.question.preview') : t('automation.tasks.test.button')}
        </Button>
        <Text size="sm" c="dimmed">
          {isAskable
            ? t('automation.tasks.test.text')
            : question.isPicking
              ? t('automation.tasks.question.previewFirst')
              : t('automation.tasks.test.first')}
        </Text>
      </Group>
      <div aria-live="polite">
        {test.data && isCurrent ? (
          <Answer
            tested={test.data}
            question={question}
            hasCondition={
              test.variables?.operator !== anyCondition.operator || values['operator'] === anyCondition.operator
            }
            onColumn={(column_name) => set({ column_name })}
          />
        ) : null}
      </div>
    </div>
  )
}

type AnswerProps = {
  tested: Tested
  question: Question
  /** False: only the values were asked for. */
  hasCondition: boolean
  onColumn: (name: string) => void
}

function Answer({ tested, question, hasCondition, onColumn }: AnswerProps) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const { problem, detail, holds, matched, message, row_count, query_ms, columns } = tested
  const verdict =
    holds === null
      ? t('automation.tasks.test.changed')
      : holds
        ? t('automation.tasks.test.holds')
        : t('automation.tasks.test.quiet')
  const titles = columns.map((column) =>
    question.picked && column === answeredValue(question.picked.name) ? question.choice.name : columnLabel(column),
  )
  const [only] = question.picked?.by.length === 0 ? (tested.rows[0] ?? []) : []
  return (
    <div className={classes.answer}>
      {only === undefined ? null : (
        <p className={classes.now}>
          <span>{t('automation.tasks.question.now', { name: question.choice.name })}</span>
          <strong>{only === '' ? t('automation.tasks.question.blank') : only}</strong>
        </p>
      )}
      {problem === null && !hasCondition ? null : (
        <Alert color={problem === null ? (holds ? 'green' : 'gray') : 'red'} variant="light" c="var(--ink)">
          {problem === null ? verdict : t(`automation.tasks.problems.${problem}`)}
          {detail === null ? null : <pre className={classes.detail}>{detail}</pre>}
        </Alert>
      )}
      {problem === null && hasCondition && message !== null && holds !== false ? (
        <figure className={classes.said}>
          <figcaption>{t('automation.tasks.test.message')}</figcaption>
          <blockquote>{message}</blockquote>
        </figure>
      ) : null}
      {columns.length === 0 || only !== undefined ? null : (
        <>
          <Text size="sm" c="dimmed">
            {t('automation.tasks.test.rows', { count: row_count, shown: number(row_count), ms: number(query_ms) })}
            {hasCondition
              ? `, ${t('automation.tasks.test.matched', { count: matched, shown: number(matched) })}`
              : null}
          </Text>
          <PlainTable label={t('automation.tasks.test.answer')} columns={question.picked ? titles : columns}>
            {tested.rows.map((row, index) => (
              <tr key={index}>
                {row.map((cell, column) => (
                  <td key={columns[column]}>{cell}</td>
                ))}
              </tr>
            ))}
          </PlainTable>
          {question.isPicking ? null : (
            <Group gap={4}>
              {columns.map((name) => (
                <Button key={name} variant="subtle" size="compact-xs" onClick={() => onColumn(name)}>
                  {t('automation.tasks.test.useColumn', { name })}
                </Button>
              ))}
            </Group>
          )}
        </>
      )}
      {problem === null && columns.length === 0 ? <Text size="sm">{t('automation.tasks.test.noRows')}</Text> : null}
    </div>
  )
}
