// The draft of a form when the session ended. It is restored for the same person on the same page, from the memory of this tab only, and
// never contains a password.
import { useContext, useEffect, useRef, useState } from 'react'
import { CachesContext, SessionContext } from '../session/use-session.ts'

const left = new Map<string, Readonly<Record<string, unknown>>>()

const isSecret = (field: string) => /password|secret/i.test(field)

type LeftDraft<Values extends object> = {
  /** The changed fields of this form. */
  found: Partial<Values>
  /** Called on each render with the values that would be lost. */
  keep: (changes: Partial<Values>) => void
}

export function useLeftDraft<Values extends object>(form: Values): LeftDraft<Values> {
  const caches = useContext(CachesContext)
  const person = useContext(SessionContext)?.user.id
  const [draftKey] = useState(() => `${person} ${location.pathname}`)
  const [found] = useState(() => among(form, left.get(draftKey)))
  const present = useRef<Partial<Values>>({})
  useEffect(
    () => () => {
      if (caches?.user() !== null) return void left.delete(draftKey)
      const savedEntries = Object.entries(present.current).filter(([field]) => !isSecret(field))
      // Kept beside what another form of the page left.
      left.set(draftKey, { ...left.get(draftKey), ...Object.fromEntries(savedEntries) })
    },
    [caches, draftKey],
  )
  return {
    found,
    keep: (changes) => {
      present.current = changes
    },
  }
}

/** A page may have several forms: each takes the values of its own fields. */
const among = <Values extends object>(
  form: Values,
  savedFields: Readonly<Record<string, unknown>> = {},
): Partial<Values> =>
  Object.fromEntries(Object.entries(savedFields).filter(([field]) => Object.hasOwn(form, field))) as Partial<Values>
