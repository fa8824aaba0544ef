// The lists of a picked question: a measure, a column with its calculation, or the rows of a table; and for each of which columns.
import { Input, MultiSelect, NativeSelect, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { taskStates } from '#catalogue/limits.ts'
import { OptionalLabel } from '#platform/web/ui/form-layout.tsx'
import { useClearable } from '#platform/web/ui/optional-select.tsx'
import { aggregates, daxColumn, isPickable, type PickedColumn } from '#features/reports/dax-queries/contract.ts'
import { type Question, valueKinds } from './use-question.ts'

type PickerProps = { question: Question; fault: string | undefined }

export function TaskPicker({ question, fault }: PickerProps) {
  const { t } = useTranslation()
  const { choice, choose, isUnlisted } = question
  // A service that lists no names is asked for a measure, whose name a person knows.
  const offeredKinds = isUnlisted ? (['measure'] as const) : valueKinds
  const kind = isUnlisted ? 'measure' : choice.kind
  return (
    <>
      <Input.Wrapper label={t('automation.tasks.question.what')} labelElement="div">
        <div>
          <SegmentedControl
            aria-label={t('automation.tasks.question.what')}
            value={kind}
            data={offeredKinds.map((each) => ({ value: each, label: t(`automation.tasks.question.kind.${each}`) }))}
            onChange={(chosen) => choose({ kind: valueKinds.find((each) => each === chosen) ?? 'measure' })}
          />
        </div>
      </Input.Wrapper>
      {kind === 'measure' ? <MeasureField question={question} fault={fault} /> : null}
      {kind === 'column' ? <ColumnField question={question} fault={fault} /> : null}
      {kind === 'rows' ? <TableField question={question} fault={fault} /> : null}
      <GroupedBy question={question} />
    </>
  )
}

/** The id of the visible input, to which the summary of faults leads. */
const fieldId = 'dax'

function MeasureField({ question: { schema, choice, choose }, fault }: PickerProps) {
  const { t } = useTranslation()
  const measures = schema.measures.filter(({ name }) => isPickable(name))
  const field = { id: fieldId, label: t('automation.tasks.question.measure'), error: fault }
  if (measures.length === 0)
    return (
      <TextInput
        {...field}
        description={t('automation.tasks.question.typedMeasure')}
        maxLength={200}
        value={choice.measure}
        onChange={({ currentTarget }) => {
          const measure = currentTarget.value
          if (measure === '' || isPickable(measure.trim())) choose({ kind: 'measure', measure })
        }}
      />
    )
  const known = measures.some(({ name }) => name === choice.measure)
  return (
    <Select
      {...field}
      description={t('automation.tasks.question.wholeData')}
      placeholder={t('automation.tasks.question.pickMeasure')}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('general.list.empty')}
      data={groupedByTable([
        ...measures.map(({ table, name, caption }) => ({ table, value: name, label: labelOf(name, caption) })),
        ...(known || choice.measure === '' ? [] : [{ table: '', value: choice.measure, label: choice.name }]),
      ])}
      value={choice.measure || null}
      onChange={(measure) => measure !== null && choose({ measure })}
    />
  )
}

function ColumnField({ question, fault }: PickerProps) {
  const { t } = useTranslation()
  const { choice, choose } = question
  const listed = columnsOf(question)
  const { place } = choice
  const isKnown = place === null || listed.some((each) => isSame(each, place))
  const columns = isKnown ? listed : [...listed, { ...place, kind: 'number' as const, caption: null }]
  const kind = columns.find((each) => place !== null && isSame(each, place))?.kind
  // Texts have no sum: they are counted.
  const offered = kind === 'text' ? (['count'] as const) : aggregates
  return (
    <>
      <Select
        id={fieldId}
        label={t('automation.tasks.question.column')}
        error={fault}
        placeholder={t('automation.tasks.question.pickColumn')}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('general.list.empty')}
        data={groupedByTable(
          columns.map((each) => ({ ...each, value: daxColumn(each), label: labelOf(each.column, each.caption) })),
        )}
        value={place && daxColumn(place)}
        onChange={(value) => {
          const found = columns.find((each) => daxColumn(each) === value)
          if (!found) return
          const { table, column } = found
          const aggregate = found.kind === 'text' ? 'count' : kind === 'text' ? 'sum' : choice.aggregate
          choose({ place: { table, column }, aggregate })
        }}
      />
      <NativeSelect
        label={t('automation.tasks.question.aggregate')}
        value={choice.aggregate}
        data={offered.map((each) => ({ value: each, label: t(`automation.tasks.question.aggregates.${each}`) }))}
        onChange={({ currentTarget }) =>
          choose({ aggregate: aggregates.find((each) => each === currentTarget.value) ?? 'sum' })
        }
      />
    </>
  )
}

function TableField({ question, fault }: PickerProps) {
  const { t } = useTranslation()
  const { choice, choose } = question
  const tables = [...new Set(columnsOf(question).map(({ table }) => table))]
  return (
    <Select
      id={fieldId}
      label={t('automation.tasks.question.table')}
      error={fault}
      placeholder={t('automation.tasks.question.pickTable')}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('general.list.empty')}
      data={tables}
      value={choice.table || null}
      onChange={(table) => table !== null && choose({ table })}
    />
  )
}

function GroupedBy({ question }: { question: Question }) {
  const { t } = useTranslation()
  const clearable = useClearable()
  const { choice, choose } = question
  const columns = columnsOf(question)
  const byValue = new Map(
    [...choice.by.map((each) => ({ ...each, caption: null })), ...columns].map((each) => [daxColumn(each), each]),
  )
  if (byValue.size === 0) return null
  return (
    <MultiSelect
      label={<OptionalLabel>{t('automation.tasks.question.by')}</OptionalLabel>}
      description={t('automation.tasks.question.byHelp')}
      placeholder={choice.by.length === 0 ? t('automation.tasks.question.pickColumn') : undefined}
      searchable
      {...clearable}
      maxValues={taskStates.keys}
      nothingFoundMessage={t('general.list.empty')}
      data={groupedByTable(
        [...byValue].map(([value, { table, column, caption }]) => ({ table, value, label: labelOf(column, caption) })),
      )}
      value={choice.by.map(daxColumn)}
      onChange={(values) =>
        choose({
          by: values.flatMap((value) => {
            const found = byValue.get(value)
            return found ? [{ table: found.table, column: found.column }] : []
          }),
        })
      }
    />
  )
}

const columnsOf = ({ schema }: Question) =>
  schema.columns.filter(({ table, column }) => isPickable(table) && isPickable(column))

const isSame = (one: PickedColumn, other: PickedColumn) => one.table === other.table && one.column === other.column

/** What the report calls a name of the model, with that name: people know the first, DAX and the model the second. */
const labelOf = (name: string, caption: string | null) => (caption === null ? name : `${caption} (${name})`)

type Option = { table: string; value: string; label: string }

const groupedByTable = (options: readonly Option[]) =>
  [...Map.groupBy(options, ({ table }) => table)].map(([group, items]) => ({
    group,
    items: items.map(({ value, label }) => ({ value, label })),
  }))
