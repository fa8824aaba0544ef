// Decisions about written notifications: pure functions, no I/O.
import { allows } from '#catalogue/access.ts'
import type { Texts } from '#catalogue/languages.ts'
import { fail } from '#platform/contract/failure.ts'
import type { MessageRefusal, MessageTarget } from '../contract.ts'

/** Returns the text that a search finds. `plain`: the text without markup. */
export const searchTextOf = (title: Texts, plain: Texts): string =>
  [...Object.values(title), ...Object.values(plain)].filter(Boolean).join('\n')

/** Checks whether a profile may write to everybody and see all messages; a plain user may not. */
export const writesToAll = ({ profile }: { profile: string }): boolean => profile !== 'user'

/** A message on its first day. `author`: the present profile and rights of the author; null: they may not sign in any more. */
export type DueMessage = {
  author: { profile: string; staff: string | null; toggles: string[] } | null
  target: MessageTarget
  people: number
  /** The number of selected groups of which the author is not a member. */
  foreign_groups: number
}

/** Decides why a message is not sent on its first day; null: its author could still send it now. */
export function refusalOf({ author, target, people, foreign_groups }: DueMessage): MessageRefusal | null {
  if (author === null) return 'author_gone'
  if (!allows({ ...author, scope: 'tenant' }, 'notification.add')) return 'right_lost'
  if (writesToAll(author)) return null
  if (target !== 'chosen' || people > 0) return 'right_lost'
  return foreign_groups > 0 ? 'groups_left' : null
}

/** Refuses days that have passed. `today` is the day in the time zone of the business unit. */
export function validateDays(today: string, starts_on: string | null, ends_on: string | null): void {
  if (starts_on !== null && starts_on < today)
    fail('notification.day_past', { fields: { starts_on: 'notification.day_past' } })
  if (ends_on !== null && ends_on < today)
    fail('notification.day_past', { fields: { ends_on: 'notification.day_past' } })
  if (starts_on !== null && ends_on !== null && ends_on < starts_on)
    fail('notification.days_reversed', { fields: { ends_on: 'notification.days_reversed' } })
}
