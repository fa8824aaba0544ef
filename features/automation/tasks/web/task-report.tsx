// The report of a task, with an example query that runs and the names of its tables and columns.
import { Button, Code, Group, Select, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import type { FieldInput } from '#platform/web/pages/field.tsx'
import { useForm } from '#platform/web/pages/form-page.tsx'
import { useTypedSearch } from '#platform/web/ui/search-chip.tsx'
import { useAiUse } from '#features/assistant/ai-accounts/web/exports.tsx'
import { selectReports, type selectPurposes } from '#features/home/shelves/contract.ts'
import { type DaxNames, DaxField } from '#features/reports/dax-queries/web/exports.tsx'
import { daxTable } from '#features/reports/dax-queries/contract.ts'
import { QueryRun, useQueryRun } from './task-query-run.tsx'
import classes from './task-report.module.css'

const TaskDaxDraft = lazy(() => import('./task-dax-draft.tsx').then((module) => ({ default: module.TaskDaxDraft })))

type ReportFieldProps = FieldInput & {
  /** The name of the stored report; null: it was removed, or there was none. */
  known: string | null
  isRemoved: boolean
  /** What the report is chosen for; the server offers only those that fit. */
  purpose?: (typeof selectPurposes)[number]
}

export function ReportField(props: ReportFieldProps) {
  const { known, isRemoved, purpose = 'home', description, error, value, onChange } = props
  const { t } = useTranslation()
  const search = useTypedSearch()
  const [picked, setPicked] = useState(known)
  const chosen = typeof value === 'string' ? value : null
  const searchText = search.asked === picked ? '' : search.asked
  const { data = [] } = useCallQuery(
    selectReports,
    { search: searchText, for: purpose },
    { keep: true, freshFor: 10_000 },
  )
  const isListed = chosen === null || data.some((each) => each.value === chosen)
  // A form that begins with a report has its id only.
  const unnamed = { id: chosen ?? '' }
  const { data: named } = useCallQuery(selectReports, unnamed, {
    enabled: chosen !== null && picked === null && !isListed,
  })
  const details = new Map(data.map((each) => [each.value, `${each.group} › ${each.subgroup}`]))
  return (
    <Select
      // Mantine puts a name on a hidden input; the summary of faults finds the visible one by its id.
      id="report_id"
      label={t('automation.tasks.field.report_id')}
      description={description}
      error={error}
      placeholder={isRemoved ? t('automation.tasks.reportRemoved') : t('automation.tasks.pickReport')}
      searchable
      onSearchChange={search.type}
      // The server has already searched, ignoring accents.
      filter={({ options }) => options}
      nothingFoundMessage={t('general.list.empty')}
      maxDropdownHeight={280}
      data={[
        ...(isListed ? [] : [{ value: chosen, label: picked ?? named?.[0]?.label ?? '' }]),
        ...data.map((each) => ({ value: each.value, label: each.label })),
      ]}
      renderOption={({ option }) => (
        <div>
          {option.label}
          <Text size="xs" c="dimmed">
            {details.get(option.value)}
          </Text>
        </div>
      )}
      value={chosen}
      onChange={(reportId, option) => {
        if (reportId === null || option === null) return
        setPicked(option.label)
        onChange(reportId)
      }}
    />
  )
}

/** A wish from which the language model of the business unit writes the query; nothing where it has none. */
export function QueryWish() {
  const { report_id } = useForm().values
  const writing = useAiUse('write_dax')
  if (!writing || typeof report_id !== 'string') return null
  return (
    <Suspense>
      <TaskDaxDraft {...writing} reportId={report_id} />
    </Suspense>
  )
}

type QueryFieldProps = FieldInput & { schema: DaxNames }

export function QueryField({ name, label, description, error, value, onChange, schema }: QueryFieldProps) {
  const { t } = useTranslation()
  const { columns } = schema
  const example = exampleFor(columns)
  const { fault, ...queryRun } = useQueryRun()
  return (
    <div>
      <DaxField
        name={name}
        label={label}
        description={description}
        error={error}
        value={String(value)}
        onChange={onChange}
        onRun={queryRun.run}
        schema={schema}
        fault={fault}
      />
      <QueryRun {...queryRun} editor={name} />
      <Group gap="xs" mt={6}>
        <Text size="sm" c="dimmed">
          {t('automation.tasks.example')}
        </Text>
        <Code className={classes.example}>{example}</Code>
        {String(value).trim() === '' ? (
          <Button variant="subtle" size="compact-sm" onClick={() => onChange(example)}>
            {t('automation.tasks.useExample')}
          </Button>
        ) : null}
      </Group>
      {columns.length === 0 ? null : (
        <details className={classes.data}>
          <summary>{t('automation.tasks.dataOf')}</summary>
          <ul>
            {[...Map.groupBy(columns, ({ table }) => table)].map(([table, own]) => (
              <li key={table}>
                <Code>{daxTable(table)}</Code> {own.map(({ column }) => `[${column}]`).join(', ')}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

type Column = { table: string; column: string; kind: 'text' | 'number' }

/** Returns an example query that runs: it counts the rows of a table of the report, or adds two numbers. */
const exampleFor = ([first]: readonly Column[]): string =>
  first === undefined ? 'EVALUATE ROW("Total", 1 + 1)' : `EVALUATE ROW("Total", COUNTROWS(${daxTable(first.table)}))`
