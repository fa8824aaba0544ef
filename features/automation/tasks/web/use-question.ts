// The question of a form: picked from lists, or a query that a person writes. The query of the form is the only thing that is stored.
import { useState } from 'react'
import { noTexts, type Texts } from '#catalogue/languages.ts'
import { useForm } from '#platform/web/pages/form-page.tsx'
import { useMainLanguage } from '#platform/web/session/use-session.ts'
import { useDaxSchema } from '#features/reports/dax-queries/web/exports.tsx'
import { pickedOperators, type TaskVariable, variablesOf } from '../contract.ts'
import {
  type Aggregate,
  answeredColumn,
  daxOf,
  type PickedColumn,
  pickedColumnName,
  pickedIn,
  type PickedQuestion,
} from '#features/reports/dax-queries/contract.ts'
import { sourceOf } from './task-source-fields.ts'

export const valueKinds = ['measure', 'column', 'rows'] as const
export type ValueKind = (typeof valueKinds)[number]

/** What is chosen in the lists so far. */
export type Choice = {
  kind: ValueKind
  measure: string
  place: PickedColumn | null
  aggregate: Aggregate
  table: string
  by: readonly PickedColumn[]
}

const nothing: Choice = { kind: 'measure', measure: '', place: null, aggregate: 'sum', table: '', by: [] }

/** The longest key of a row, and the longest value of a variable. */
const longestName = 200

export function useQuestion() {
  const { values, set } = useForm()
  const mainLanguage = useMainLanguage()
  const { source, isChosen } = sourceOf(values)
  const { schema, isLoading } = useDaxSchema(isChosen ? (source as Parameters<typeof useDaxSchema>[0]) : null)
  const dax = String(values['dax'])
  const picked = pickedIn(dax)
  const [draft, setDraft] = useState<Choice>(nothing)
  const [isByHand, setIsByHand] = useState(false)
  const choice = picked ? { ...draft, ...choiceOf(picked) } : draft
  const isListed = schema.columns.length + schema.measures.length > 0
  const isUnlisted = isChosen && !isLoading && !isListed
  const isPicking = !isByHand && !isUnlisted && (picked !== null || dax.trim() === '')

  /** Changes what is chosen. `and`: other fields of the form that change with it. */
  const choose = (part: Partial<Choice>, and: Record<string, unknown> = {}) => {
    const next = { ...choice, ...part }
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
    const before = messageOf(choice, values['variables'] as TaskVariable[])
    const message = { ...noTexts, ...(values['message'] as Partial<Texts>) }
    const isOwnText = (message[mainLanguage] ?? '') !== '' && message[mainLanguage] !== before
    set({
      ...and,
      dax: question ? daxOf(question) : '',
      type: next.by.length > 0 ? 'list' : 'single',
      column_name: pickedColumnName,
      row_key: areShort ? next.by.map(answeredColumn) : [],
      variables: areShort ? [...named, ...rows] : named,
      operator: offered.some((each) => each === operator) ? operator : 'greater',
      ...(question && !isOwnText && { message: { ...message, [mainLanguage]: messageOf(next, areShort ? rows : []) } }),
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

/** The name of what is measured, for people. */
export function measuredName({ kind, measure, place, table }: Choice): string {
  if (kind === 'measure') return measure
  return kind === 'column' ? (place?.column ?? '') : table
}

function messageOf(choice: Choice, variables: readonly TaskVariable[]): string {
  const rows = variables.filter(({ substitution }) => substitution === 'column').map(({ name }) => `{{${name}}}`)
  const subject = rows.length > 0 ? rows.join(', ') : measuredName(choice)
  return `${subject}: {{value}}`
}

function questionOf({ kind, measure, place, aggregate, table, by }: Choice): PickedQuestion | null {
  if (kind === 'measure') return measure.trim() === '' ? null : { value: { kind, name: measure.trim() }, by }
  if (kind === 'column') return place === null ? null : { value: { kind, aggregate, ...place }, by }
  return table === '' ? null : { value: { kind, table }, by }
}

function choiceOf({ value, by }: PickedQuestion): Partial<Choice> {
  switch (value.kind) {
    case 'measure':
      return { kind: 'measure', measure: value.name, by }
    case 'column':
      return { kind: 'column', aggregate: value.aggregate, place: { table: value.table, column: value.column }, by }
    case 'rows':
      return { kind: 'rows', table: value.table, by }
  }
}
