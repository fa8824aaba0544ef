// The column of a filter, for the publisher's filters of a report and for the filters of a playlist's item: a choice among the columns that
// the service lists, or typed names.
import { ActionIcon, Select, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import type { listColumns } from '../contract.ts'
import classes from './report-column-fields.module.css'

export type ModelColumn = ReceivedOf<typeof listColumns>['data'][number]

/** The columns to choose from; null while the service is asked; empty if it does not answer. */
export const columnChoices = ({ data, isPending }: { data: { data: ModelColumn[] } | undefined; isPending: boolean }) =>
  isPending ? null : (data?.data ?? [])

type FrameProps = { number: number; children: ReactNode; onRemove: () => void }

/** One filter in a list of filters. */
export function FilterFrame({ number, children, onRemove }: FrameProps) {
  const { t } = useTranslation()
  return (
    <fieldset className={classes.line} aria-label={t('reports.library.filters.line', { number })}>
      {children}
      <ActionIcon
        className={classes.remove}
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('reports.library.filters.remove', { number })}
        onClick={onRemove}
      >
        <IconTrash size={18} stroke={1.7} aria-hidden />
      </ActionIcon>
    </fieldset>
  )
}

type Column = { table: string; column: string }

type ColumnFieldsProps = {
  filter: Column
  /** The columns to choose from; null while the service is asked. */
  columns: readonly ModelColumn[] | null
  error: string | undefined
  /** Receives the changed column. A newly chosen column comes with empty values, because those of the former column mean nothing in it. */
  onChange: (part: Partial<Column> & { values?: [] }) => void
}

/** The fields for the column of one filter. */
export function ColumnFields({ filter, columns, error, onChange }: ColumnFieldsProps) {
  const { t } = useTranslation()
  const { table, column } = filter
  if (columns?.length === 0) {
    return (
      <>
        <TextInput
          label={t('reports.library.filters.table')}
          error={error}
          maxLength={200}
          value={table}
          onChange={({ currentTarget: { value } }) => onChange({ table: value })}
        />
        <TextInput
          label={t('reports.library.filters.column')}
          maxLength={200}
          value={column}
          onChange={({ currentTarget: { value } }) => onChange({ column: value })}
        />
      </>
    )
  }
  const knownColumns: readonly Column[] = columns ?? []
  const chosen = table === '' ? null : keyOf(filter)
  const all =
    chosen === null || knownColumns.some((one) => keyOf(one) === chosen) ? knownColumns : [...knownColumns, filter]
  const tables = [...new Set(all.map((one) => one.table))].toSorted((a, b) => a.localeCompare(b))
  return (
    <Select
      label={t('reports.library.filters.column')}
      placeholder={t(columns === null ? 'general.state.loading' : 'reports.library.filters.pickColumn')}
      error={error}
      data={tables.map((group) => ({
        group,
        items: all
          .filter((one) => one.table === group)
          .map((one) => ({ value: keyOf(one), label: one.column }))
          .toSorted((a, b) => a.label.localeCompare(b.label)),
      }))}
      value={chosen}
      onChange={(key) => {
        const found = all.find((one) => keyOf(one) === key)
        if (found) onChange({ table: found.table, column: found.column, values: [] })
      }}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t(columns === null ? 'general.state.loading' : 'general.list.empty')}
    />
  )
}

const keyOf = ({ table, column }: Column) => JSON.stringify([table, column])
