import type { ReceivedOf } from '#platform/contract/call.ts'
import type { readOverview } from '../contract.ts'

export type Overview = ReceivedOf<typeof readOverview>

/** The path of the list that has the entries of a kind. */
export const listPathOf = { tenant: '/companies', partner: '/partners' } as const

/** Whether at least nine tenths of the user limit are used. */
export const isNearLimit = ({ people, user_limit }: { people: number; user_limit: number }): boolean =>
  people >= user_limit * 0.9
