// The end of every sign-in (password, identity provider, hand-over): stores the staged person and redirects them. apps/web completes it;
// the sign-in screens only say who signed in and where they want to go.
import { createContext, useContext } from 'react'
import type { StoredUser } from './caches.ts'

export type Arrival = {
  user: StoredUser
  /** Candidates for the redirect, best first: the redirect query, the person's intended path. Only paths of this origin are used. */
  candidates: readonly unknown[]
  /** Milliseconds between the stored session and the redirect, for a message. */
  pause?: number
  /** The key of a phrase that the page says after the redirect, also when it is loaded anew. */
  notice?: string
}

export type Arrive = (arrival: Arrival) => Promise<void>

export const ArrivalContext = createContext<Arrive | null>(null)

export function useArrive(): Arrive {
  const arrive = useContext(ArrivalContext)
  if (arrive === null) throw new Error('Nobody finalises a sign-in here: apps/web does.')
  return arrive
}
