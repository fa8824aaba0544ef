import { useState } from 'react'
import { useLeftDraft } from './left-draft.ts'

export type Draft<Values extends object> = {
  values: Values
  set: (part: Partial<Values>) => void
  /** The changed fields with their new values. */
  changes: Partial<Values>
  changed: (keyof Values & string)[]
  /** The base of the draft. */
  initial: Values
  /** Puts the draft on a newer record: the new base, and the new values. */
  rebase: (initial: Values, values: Values) => void
}

/** A person's draft beside its base. */
export function useDraft<Values extends object>(initialValues: Values): Draft<Values> {
  const left = useLeftDraft(initialValues)
  const [initial, setInitial] = useState(initialValues)
  const [values, setValues] = useState(() => ({ ...initialValues, ...left.found }))
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
