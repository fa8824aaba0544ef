// The question of a form: picked from lists, or a query that a person writes. The query of the form is the only thing that is stored.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { noTexts, type Texts } from '#catalogue/languages.ts'
import { useLanguage } from '#platform/web/language/language.ts'
import { useForm } from '#platform/web/pages/form-page.tsx'
import { useMainLanguage } from '#platform/web/session/use-session.ts'
import { type DaxNames, useDaxSchema } from '#features/reports/dax-queries/web/exports.tsx'
import { pickedOperators, type TaskVariable, variablesOf } from '../contract.ts'
import {
  type Aggregate,
  answeredColumn,
  answeredValue,
  daxOf,
  measuredName,
  type PickedColumn,
  pickedIn,
  type PickedQuestion,
} from '#features/reports/dax-queries/contract.ts'
import { sourceOf } from './task-source-fields.ts'

export const valueKinds = ['measure', 'column', 'rows'] as const
export type ValueKind = (typeof valueKinds)[number]

export const examples = ['below', 'appears', 'jumps'] as const
export type Example = (typeof examples)[number]

/** What is chosen in the lists so far. */
export type Choice = {
  kind: ValueKind
  measure: string
  place: PickedColumn | null
  aggregate: Aggregate
  table: string
  by: readonly PickedColumn[]
  /** What people call the chosen value; empty: none is chosen. */
  name: string
}

const nothing: Choice = { kind: 'measure', measure: '', place: null, aggregate: 'sum', table: '', by: [], name: '' }

/** The longest key of a row, and the longest value of a variable. */
const longestName = 200

export function useQuestion() {
  const { values, set, isNew } = useForm()
  const mainLanguage = useMainLanguage()
  const { source, isChosen } = sourceOf(values)
  const { schema, isLoading } = useDaxSchema(isChosen ? (source as Parameters<typeof useDaxSchema>[0]) : null)
  const dax = String(values['dax'])
  const picked = pickedIn(dax)
  const [draft, setDraft] = useState<Choice>(nothing)
  const [isByHand, setIsByHand] = useState(false)
  const [example, setExample] = useState<Example | null>(null)
  const textsOf = useTextsOfExample()
  const choice = picked ? { ...draft, ...choiceOf(picked) } : draft
  const isListed = schema.columns.length + schema.measures.length > 0
  const isUnlisted = isChosen && !isLoading && !isListed && schema.refusal === null
  const isPicking = !isByHand && schema.refusal === null && (picked !== null || dax.trim() === '')

  /** Changes what is chosen. `and`: other fields of the form that change with it. */
  const choose = (part: Partial<Choice>, and: Record<string, unknown> = {}, begun = example) => {
    const changed = { ...choice, ...part }
    const next = { ...changed, name: captionOf(changed, schema) }
    setDraft(next)
    const question = questionOf(next)
    const operator = and['operator'] ?? values['operator']
    const offered = pickedOperators(next.by)
    const named = (values['variables'] as TaskVariable[]).filter(({ substitution }) => substitution !== 'column')
    const rows = variablesOf(
      next.by,
      named.map(({ name }) => name),
    )
    const areShort = rows.every(({ value }) => value.length <= longestName)
    const [before, after] = [
      textsOf(example, choice, values['variables'] as TaskVariable[]),
      textsOf(begun, next, areShort ? rows : []),
    ]
    const message = { ...noTexts, ...(values['message'] as Partial<Texts>) }
    const isOwn = (text: unknown, ofBefore: string) => text !== '' && text !== ofBefore
    set({
      ...and,
      dax: question ? daxOf(question) : '',
      type: next.by.length > 0 ? 'list' : 'single',
      column_name: question === null ? '' : answeredValue(question.name),
      row_key: areShort ? next.by.map(answeredColumn) : [],
      variables: areShort ? [...named, ...rows] : named,
      operator: offered.some((each) => each === operator) ? operator : 'greater',
      ...(isNew && begun !== null && !isOwn(values['name'], before.name) && { name: after.name }),
      ...((question || begun) &&
        !isOwn(message[mainLanguage] ?? '', before.message) && {
          message: { ...message, [mainLanguage]: after.message },
        }),
    })
  }

  return {
    schema,
    isChosen,
    isLoading,
    isUnlisted,
    isPicking,
    choice,
    picked,
    choose,
    /** The example with which the person began; null: with none. */
    example,
    /** Fills the form as far as the example says it. */
    begin: (begun: Example, kind: ValueKind, fields: Record<string, unknown>) => {
      setExample(begun)
      choose({ kind, by: [] }, fields, begun)
    },
    /** The person writes the query; the query of the lists stays in the field. */
    writeByHand: () => setIsByHand(true),
    /** The lists begin empty, because they cannot show a query that a person wrote. */
    pickAgain: () => {
      setIsByHand(false)
      if (picked === null) {
        setDraft(nothing)
        set({ dax: '' })
      }
    },
  }
}

export type Question = ReturnType<typeof useQuestion>

/** What people call the chosen value: as the report does, or by its name in the model. */
export function captionOf(
  { kind, measure, place, table }: Omit<Choice, 'name'>,
  { columns, measures }: DaxNames,
): string {
  if (kind === 'measure') return measures.find(({ name }) => name === measure)?.caption ?? measure.trim()
  if (kind === 'rows') return table
  const found = columns.find((each) => each.table === place?.table && each.column === place.column)
  return found?.caption ?? place?.column ?? ''
}

/** The name and the message that the form writes while the person has written none. They follow the example, and what is chosen. */
function useTextsOfExample() {
  const { t } = useTranslation()
  const language = useLanguage()
  const mainLanguage = useMainLanguage()
  return (example: Example | null, choice: Choice, variables: readonly TaskVariable[]) => {
    const rows = variables.filter(({ substitution }) => substitution === 'column').map(({ name }) => `{{${name}}}`)
    const subject = rows.length > 0 ? rows.join(', ') : choice.name
    if (example === null) return { name: '', message: `${subject}: {{value}}` }
    const generic = t(`automation.tasks.question.begun.${example}.subject`)
    const name = t(`automation.tasks.question.begun.${example}.name`, { name: choice.name || generic })
    // The message is written in the main language of the business unit, the examples in the language of the person.
    if (language !== mainLanguage) return { name, message: `${subject || generic}: {{value}}` }
    const message = { name: subject || generic, value: '{{value}}' }
    return { name, message: t(`automation.tasks.question.begun.${example}.message`, message) }
  }
}

function questionOf({ kind, measure, place, aggregate, table, by, name }: Choice): PickedQuestion | null {
  if (kind === 'measure') return measure.trim() === '' ? null : { value: { kind, name: measure.trim() }, by, name }
  if (kind === 'column') return place === null ? null : { value: { kind, aggregate, ...place }, by, name }
  return table === '' ? null : { value: { kind, table }, by, name }
}

function choiceOf({ value, by, ...picked }: PickedQuestion): Partial<Choice> {
  const name = measuredName({ value, ...picked })
  switch (value.kind) {
    case 'measure':
      return { kind: 'measure', measure: value.name, by, name }
    case 'column':
      return {
        kind: 'column',
        aggregate: value.aggregate,
        place: { table: value.table, column: value.column },
        by,
        name,
      }
    case 'rows':
      return { kind: 'rows', table: value.table, by, name }
  }
}
