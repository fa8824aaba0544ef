// Runs the query of the form as a test, and shows its answer and the message that the task would send. Nobody is notified.
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import type { CallInput } from '#platform/web/client/encode-input.ts'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useForm } from '#platform/web/pages/form-page.tsx'
import { PlainTable } from '#platform/web/ui/plain-table.tsx'
import { testTask } from '../contract.ts'
import { sourceOf } from './task-source-fields.ts'
import classes from './task-test.module.css'

type Tested = ReceivedOf<typeof testTask>

export function TaskTest() {
  const { t } = useTranslation()
  const { values, set } = useForm()
  const test = useCallMutation(testTask)
  const { source, isChosen } = sourceOf(values)
  const isAskable = isChosen && String(values['dax']).trim() !== ''
  const ask = () => {
    const { type, dax, column_name, operator, value, variables, message } = values
    // A test may run before the message is written.
    const messageTexts = { ...(message as Record<string, string>) }
    if (!messageTexts['pt-BR']) messageTexts['pt-BR'] = '{{value}}'
    test.mutate({ ...source, type, dax, column_name, operator, value, variables, message: messageTexts } as CallInput<
      typeof testTask
    >)
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
          {t('automation.tasks.test.button')}
        </Button>
        <Text size="sm" c="dimmed">
          {isAskable ? t('automation.tasks.test.text') : t('automation.tasks.test.first')}
        </Text>
      </Group>
      <div aria-live="polite">
        {test.data ? <Answer tested={test.data} onColumn={(column_name) => set({ column_name })} /> : null}
      </div>
    </div>
  )
}

function Answer({ tested, onColumn }: { tested: Tested; onColumn: (name: string) => void }) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const { problem, detail, holds, matched, message, row_count, query_ms, columns } = tested
  const verdict =
    holds === null
      ? t('automation.tasks.test.changed')
      : holds
        ? t('automation.tasks.test.holds')
        : t('automation.tasks.test.quiet')
  return (
    <div className={classes.answer}>
      <Alert color={problem === null ? (holds ? 'green' : 'gray') : 'red'} variant="light" c="var(--ink)">
        {problem === null ? verdict : t(`automation.tasks.problems.${problem}`)}
        {detail === null ? null : <pre className={classes.detail}>{detail}</pre>}
      </Alert>
      {problem === null && message !== null && holds !== false ? (
        <figure className={classes.said}>
          <figcaption>{t('automation.tasks.test.message')}</figcaption>
          <blockquote>{message}</blockquote>
        </figure>
      ) : null}
      {columns.length === 0 ? null : (
        <>
          <Text size="sm" c="dimmed">
            {t('automation.tasks.test.rows', { count: row_count, shown: number(row_count), ms: number(query_ms) })},{' '}
            {t('automation.tasks.test.matched', { count: matched, shown: number(matched) })}
          </Text>
          <PlainTable label={t('automation.tasks.test.answer')} columns={columns}>
            {tested.rows.map((row, index) => (
              <tr key={index}>
                {row.map((cell, column) => (
                  <td key={columns[column]}>{cell}</td>
                ))}
              </tr>
            ))}
          </PlainTable>
          <Group gap={4}>
            {columns.map((name) => (
              <Button key={name} variant="subtle" size="compact-xs" onClick={() => onColumn(name)}>
                {t('automation.tasks.test.useColumn', { name })}
              </Button>
            ))}
          </Group>
        </>
      )}
      {problem === null && columns.length === 0 ? <Text size="sm">{t('automation.tasks.test.noRows')}</Text> : null}
    </div>
  )
}
