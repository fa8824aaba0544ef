// Runs the query of the form alone, without its condition, and shows its first rows or its error.
import { Alert, Anchor, Button, Group, Text } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { noTexts } from '#catalogue/languages.ts'
import type { ReceivedOf } from '#platform/contract/call.ts'
import type { CallInput } from '#platform/web/client/encode-input.ts'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useForm } from '#platform/web/pages/form-page.tsx'
import { PlainTable } from '#platform/web/ui/plain-table.tsx'
import { testTask } from '../contract.ts'
import { sourceOf } from './task-source-fields.ts'
import classes from './task-test.module.css'

/** A condition that every query can have, because only its rows are shown. */
export const anyCondition = {
  type: 'single',
  column_name: null,
  operator: 'is_blank',
  value: null,
  message: { ...noTexts, 'pt-BR': '{{count}}' },
}

/** The run of the query. `fault`: its error at its place, until the query is changed. */
export function useQueryRun() {
  const { values } = useForm()
  const { dax, variables } = values
  const { source, isChosen } = sourceOf(values)
  const test = useCallMutation(testTask)
  const isAskable = isChosen && String(dax).trim() !== ''
  const run = () => {
    if (isAskable && !test.isPending)
      test.mutate({ ...anyCondition, ...source, dax, variables } as CallInput<typeof testTask>)
  }
  const isCurrent = test.variables?.dax === dax
  const found = isCurrent ? test.data : undefined
  const fault = useMemo(
    () => (found?.position && found.detail !== null ? { position: found.position, text: found.detail } : null),
    [found],
  )
  return { run, isAskable, isRunning: test.isPending, found, fault }
}

type QueryRunProps = Pick<ReturnType<typeof useQueryRun>, 'run' | 'isAskable' | 'isRunning' | 'found'> & {
  /** The id of the editor. */
  editor: string
}

export function QueryRun({ run, isAskable, isRunning, found, editor }: QueryRunProps) {
  const { t } = useTranslation()
  return (
    <div>
      <Button
        mt="xs"
        variant="default"
        leftSection={<IconPlayerPlay size={16} stroke={1.8} aria-hidden />}
        disabled={!isAskable}
        loading={isRunning}
        onClick={run}
      >
        {t('reports.daxQueries.run')}
      </Button>
      <div aria-live="polite">{found ? <Found found={found} editor={editor} /> : null}</div>
    </div>
  )
}

function Found({ found, editor }: { found: ReceivedOf<typeof testTask>; editor: string }) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const { problem, detail, position, columns, rows, row_count, query_ms } = found
  // The neutral condition compares the first column, which an empty answer does not have.
  if (problem !== null && problem !== 'column') {
    return (
      <Alert mt="sm" color="red" variant="light" c="var(--ink)">
        {t(`automation.tasks.problems.${problem}`)}
        {position === null ? null : (
          <Group gap="sm" mt={4}>
            <Text size="sm" fw={600}>
              {t('reports.daxQueries.errorAt', { line: number(position.line), column: number(position.column) })}
            </Text>
            <Anchor component="button" type="button" size="sm" onClick={() => document.getElementById(editor)?.focus()}>
              {t('reports.daxQueries.goToError')}
            </Anchor>
          </Group>
        )}
        {detail === null ? null : <pre className={classes.detail}>{detail}</pre>}
      </Alert>
    )
  }
  if (columns.length === 0) return <Text size="sm">{t('automation.tasks.test.noRows')}</Text>
  return (
    <div className={classes.answer}>
      <Text size="sm" c="dimmed">
        {t('automation.tasks.test.rows', { count: row_count, shown: number(row_count), ms: number(query_ms) })}
      </Text>
      <PlainTable label={t('automation.tasks.test.answer')} columns={columns}>
        {rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, column) => (
              <td key={columns[column]}>{cell}</td>
            ))}
          </tr>
        ))}
      </PlainTable>
    </div>
  )
}
