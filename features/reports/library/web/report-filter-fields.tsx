// The publisher's filters of a report: one line each, with the columns of the data model if the service lists them.
import { Autocomplete, Button, Select, TagsInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { listFieldDefinitions } from '#features/organisation/custom-fields/contract.ts'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import {
  type FilterOperator,
  type ReportFilter,
  filterOperators,
  listColumns,
  operatorsWithValues,
  operatorsWithoutValue,
} from '../contract.ts'
import { listColumnValues } from '#features/reports/dax-queries/contract.ts'
import { absentValues } from './absent-values.ts'
import { ColumnFields, FilterFrame, type ModelColumn, columnChoices } from './report-column-fields.tsx'
import classes from './report-filter-fields.module.css'
import type { Source } from './report-source.tsx'

export type Filtering = { filters: ReportFilter[] }

type FilterFieldsProps = {
  source: Source
  /** The published report, whose values are suggested; absent while a report is added. */
  reportId?: string | null
  values: Filtering
  faults: Readonly<Record<string, string>>
  onChange: (part: Filtering) => void
}

const maxFilters = 20

/** Suggestions that are shown at once; typing narrows them. */
const maxShown = 50

/** The choice of values that are the same for all readers. */
const fixed = 'fixed'

export function FilterFields({ source, reportId = null, values: { filters }, faults, onChange }: FilterFieldsProps) {
  const { t } = useTranslation()
  const { workspace_id, service_report_id } = source
  const isKnown = workspace_id !== null && service_report_id !== null
  const columnsQuery = useCallQuery(
    listColumns,
    { workspace_id: workspace_id ?? '', service_report_id: service_report_id ?? '' },
    { enabled: isKnown, freshFor: 60_000 },
  )
  const columns = isKnown ? columnChoices(columnsQuery) : []
  const fieldsQuery = useCallQuery(listFieldDefinitions, {}, { freshFor: 60_000 })
  const fields = (fieldsQuery.data ?? []).filter(({ in_registration }) => !in_registration)
  const set = (changedIndex: number, part: Partial<ReportFilter>) =>
    onChange({ filters: filters.map((filter, index) => (index === changedIndex ? { ...filter, ...part } : filter)) })
  const add = () => onChange({ filters: [...filters, { table: '', column: '', operator: 'in', values: [] }] })
  return (
    <FormSection title={t('reports.library.section.filters')} text={t('reports.library.section.filtersText')}>
      <div id="filters" className={classes.list}>
        {filters.map((filter, position) => (
          <FilterLine
            // A line has no id of its own. Its index is a stable key, because lines keep their order.
            key={position}
            number={position + 1}
            reportId={reportId}
            filter={filter}
            columns={columns}
            fields={fields}
            error={faults[`filters.${position}`]}
            onChange={(part) => set(position, part)}
            onRemove={() => onChange({ filters: filters.filter((_, index) => index !== position) })}
          />
        ))}
        {faults['filters'] ? (
          <p role="alert" className={classes.fault}>
            {faults['filters']}
          </p>
        ) : null}
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
            disabled={!isKnown || filters.length >= maxFilters}
            onClick={add}
          >
            {t('reports.library.filters.add')}
          </Button>
        </div>
      </div>
    </FormSection>
  )
}

type FilterLineProps = {
  number: number
  reportId: string | null
  filter: ReportFilter
  columns: readonly ModelColumn[] | null
  fields: readonly { id: string; name: string }[]
  error: string | undefined
  onChange: (part: Partial<ReportFilter>) => void
  onRemove: () => void
}

function FilterLine({ number, reportId, filter, columns, fields, error, onChange, onRemove }: FilterLineProps) {
  const { t } = useTranslation()
  const { operator, values, field = null } = filter
  const hasValue = !operatorsWithoutValue.includes(operator)
  const known = columns?.find(({ table, column }) => table === filter.table && column === filter.column)
  const kind = known?.kind ?? (values.some((value) => typeof value === 'number') ? 'number' : 'text')
  const hasFixedValue = hasValue && field === null
  const { data: found } = useCallQuery(
    listColumnValues,
    { report_id: reportId ?? '', table: filter.table, column: filter.column },
    { enabled: reportId !== null && known !== undefined && hasFixedValue, freshFor: 60_000 },
  )
  const suggested = (found?.values ?? []).map(String)
  const absent = absentValues(filter, found)
  const warning =
    absent.length === 0 ? null : (
      <output>{t('reports.library.filters.absent', { count: absent.length, values: absent.join(', ') })}</output>
    )
  const read = (texts: readonly string[], as: ModelColumn['kind'] = kind) => texts.map((text) => valueOf(text, as))
  return (
    <FilterFrame number={number} onRemove={onRemove}>
      <ColumnFields filter={filter} columns={columns} error={error} onChange={onChange} />
      <Select
        label={t('reports.library.filters.operator')}
        data={filterOperators.map((value) => ({ value, label: t(`reports.library.filters.operators.${value}`) }))}
        value={operator}
        onChange={(value) => value && onChange({ operator: value, ...fitting(value, filter) })}
        allowDeselect={false}
      />
      {hasValue && (fields.length > 0 || field !== null) ? (
        <Select
          label={t('reports.library.filters.from')}
          description={field === null ? null : t('reports.library.filters.byFieldText')}
          data={[
            { value: fixed, label: t('reports.library.filters.fixed') },
            ...fields.map(({ id, name }) => ({ value: id, label: t('reports.library.filters.byField', { name }) })),
            ...(field === null || fields.some(({ id }) => id === field)
              ? []
              : [{ value: field, label: t('reports.library.filters.fieldGone') }]),
          ]}
          value={field ?? fixed}
          onChange={(value) => value && onChange(value === fixed ? { field: null } : { field: value, values: [] })}
          allowDeselect={false}
        />
      ) : null}
      {!hasFixedValue ? null : operatorsWithValues.includes(operator) ? (
        <TagsInput
          label={t('reports.library.filters.values')}
          description={warning}
          data={suggested}
          limit={maxShown}
          value={values.map(String)}
          maxTags={100}
          acceptValueOnBlur
          onChange={(texts) => onChange({ values: read(texts) })}
        />
      ) : (
        <Autocomplete
          label={t('reports.library.filters.value')}
          description={warning}
          data={suggested}
          limit={maxShown}
          maxLength={200}
          value={String(values[0] ?? '')}
          onChange={(value) => onChange({ values: read([value]) })}
        />
      )}
      {known || !hasFixedValue ? null : (
        <Select
          label={t('reports.library.filters.kind')}
          data={(['text', 'number'] as const).map((value) => ({
            value,
            label: t(`reports.library.filters.kinds.${value}`),
          }))}
          value={kind}
          onChange={(value) => value && onChange({ values: read(values.map(String), value) })}
          allowDeselect={false}
        />
      )}
    </FilterFrame>
  )
}

/** Converts a text into a number if the column has numbers, also with a decimal comma. */
function valueOf(text: string, kind: ModelColumn['kind']): string | number {
  const number = Number(text.trim().replace(',', '.'))
  return kind === 'number' && text.trim() !== '' && Number.isFinite(number) ? number : text
}

function fitting(
  operator: FilterOperator,
  { values, field = null }: ReportFilter,
): Pick<ReportFilter, 'values' | 'field'> {
  if (operatorsWithoutValue.includes(operator)) return { values: [], field: null }
  return { values: operatorsWithValues.includes(operator) ? values : values.slice(0, 1), field }
}
