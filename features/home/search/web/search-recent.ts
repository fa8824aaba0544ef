// A person's recent choices, stored in the browser as ids and paths only. The server gives the names of those that the person may still
// see.
import { readPlain, writePlain } from '#platform/web/session/plain-storage.ts'

/** A recent choice: the id of a record, or the path of a screen. */
export type Choice = { id: string } | { path: string }

const max = 6

const keyOf = (userId: string) => `search-recent:${userId}`

export function recentChoices(userId: string): Choice[] {
  const entries = (readPlain(keyOf(userId)) ?? '').split('\n').filter((entry) => entry !== '')
  return entries.slice(0, max).map((entry) => (entry.startsWith('/') ? { path: entry } : { id: entry }))
}

/** Stores a choice as the most recent one. */
export function keepChoice(userId: string, choice: Choice): void {
  const text = (each: Choice) => ('path' in each ? each.path : each.id)
  const others = recentChoices(userId)
    .map(text)
    .filter((entry) => entry !== text(choice))
  writePlain(keyOf(userId), [text(choice), ...others].slice(0, max).join('\n'))
}
