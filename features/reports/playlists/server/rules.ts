// Decisions about playlists without a database.
import { randomInt } from 'node:crypto'
import { daysAtFault } from '#platform/contract/week.ts'
import type { PlaylistItem } from '../contract.ts'

/** Letters and digits that people do not confuse when they read them on a screen. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** Makes a code of eight characters: 31^8 possibilities, of which a business unit has at most a few hundred at a time. */
export const makePairingCode = (): string =>
  Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)] ?? '').join('')

/** Formats a pairing code as a screen shows it. */
export const displayedCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`

/** Whether the hours of an item overlap, or end before they begin. */
export const hasWrongHours = (items: readonly PlaylistItem[]): boolean =>
  items.some(({ hours }) => daysAtFault(hours).length > 0)

/** Whether two items have the same id. The player requests items by their id. */
export const hasSameIds = (items: readonly PlaylistItem[]): boolean =>
  new Set(items.map(({ id }) => id)).size < items.length

export const reportsOf = (items: readonly PlaylistItem[]): string[] => [
  ...new Set(items.map(({ report_id }) => report_id)),
]
