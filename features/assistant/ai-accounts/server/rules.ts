// Decisions about budgets and keys: pure functions, no I/O.
import { type AiProvider, withoutKey } from '../contract.ts'

/** Tokens that a question may take: an upper estimate of its length, and the longest answer. */
export const reservationFor = ({
  system,
  user,
  maxTokens,
}: {
  system: string
  user: string
  maxTokens: number
}): number => Math.ceil((system.length + user.length) / 2) + 20 + maxTokens

export type Budget = { monthly: number; daily: number; usedInMonth: number; usedInDay: number }

/** The budget that has not enough left for a reservation; null: both have. */
export function spentBudget(
  { monthly, daily, usedInMonth, usedInDay }: Budget,
  wanted: number,
): 'month' | 'day' | null {
  if (usedInMonth + wanted > monthly) return 'month'
  return usedInDay + wanted > daily ? 'day' : null
}

type Connection = { provider: AiProvider; base_url: string }

/** A key is sent only to the service that it was entered for. Another address would give it to somebody else. */
export const keepsKey = (stored: Connection, next: Connection): boolean =>
  stored.provider === next.provider && originOf(stored.base_url) === originOf(next.base_url)

const originOf = (address: string): string | null => (URL.canParse(address) ? new URL(address).origin : null)

export const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : '')

type Fields = Connection & { enabled: boolean; inherits: boolean; model: string }

/** The fields that are missing for an account that is switched on. */
export function missingFields({ enabled, inherits, provider, base_url, model }: Fields, hasKey: boolean): string[] {
  if (!enabled || inherits) return []
  return [
    ...(base_url === '' ? ['base_url'] : []),
    ...(model === '' ? ['model'] : []),
    ...(hasKey || withoutKey.includes(provider) ? [] : ['key']),
  ]
}
