// Decisions about written notifications: pure functions, no I/O.
import type { Texts } from '#catalogue/languages.ts'
import { fail } from '#platform/contract/failure.ts'
import { textOf } from '#platform/server/html/clean.ts'
import type { Actor } from '#platform/server/session/actor.ts'

/** What a search finds. */
export const wordsOf = (title: Texts, body: Texts): string =>
  [...Object.values(title), ...Object.values(body).map((html) => html && textOf(html))].filter(Boolean).join('\n')

/** Everybody but a plain user writes to anybody, and sees what others wrote. */
export const writesToAll = ({ profile }: Pick<Actor, 'profile'>): boolean => profile !== 'user'

/** Refuses days that have passed. `today` in the time zone of the business unit. */
export function judgeDays(today: string, starts_on: string | null, ends_on: string | null): void {
  if (starts_on !== null && starts_on < today)
    fail('notification.day_past', { fields: { starts_on: 'notification.day_past' } })
  if (ends_on !== null && ends_on < today)
    fail('notification.day_past', { fields: { ends_on: 'notification.day_past' } })
  if (starts_on !== null && ends_on !== null && ends_on < starts_on)
    fail('notification.days_reversed', { fields: { ends_on: 'notification.days_reversed' } })
}
