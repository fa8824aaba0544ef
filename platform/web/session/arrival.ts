// The end of every way in (password, identity provider, hand-over): the staged person is stored and led to where they wanted.
// apps/web finalises; the doors only say who came and what they wish.
import { createContext, useContext } from 'react'
import type { StoredUser } from './caches.ts'

export type Arrival = {
  user: StoredUser
  /** Where to go, the best wish first: the redirect query, the person's intended path. Only paths of this origin are heard. */
  wishes: readonly unknown[]
}

export type Arrive = (arrival: Arrival) => Promise<void>

export const ArrivalContext = createContext<Arrive | null>(null)

export function useArrive(): Arrive {
  const arrive = useContext(ArrivalContext)
  if (arrive === null) throw new Error('Nobody finalises a sign-in here: apps/web does.')
  return arrive
}
