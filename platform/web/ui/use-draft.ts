import { useState } from 'react'
import { useLeftDraft } from './left-draft.ts'

export type Draft<Values extends object> = {
  values: Values
  set: (part: Partial<Values>) => void
  /** The fields that differ from what they were, with their new values. */
  changes: Partial<Values>
  changed: (keyof Values & string)[]
  /** What it was at first. */
  initial: Values
  /** Lays the draft over a newer record: what it was at first from now on, and what stands in the fields. */
  rebase: (initial: Values, values: Values) => void
}

/** What a person is editing, beside what it was at first. */
export function useDraft<Values extends object>(given: Values): Draft<Values> {
  const left = useLeftDraft(given)
  const [initial, setInitial] = useState(given)
  const [values, setValues] = useState(() => ({ ...given, ...left.found }))
  const fields = Object.keys(values) as (keyof Values & string)[]
  const changed = fields.filter((field) => JSON.stringify(values[field]) !== JSON.stringify(initial[field]))
  const changes = Object.fromEntries(changed.map((field) => [field, values[field]])) as Partial<Values>
  left.keep(changes)
  return {
    values,
    set: (part) => setValues((before) => ({ ...before, ...part })),
    changes,
    changed,
    initial,
    rebase: (fresh, merged) => {
      setInitial(fresh)
      setValues(merged)
    },
  }
}
