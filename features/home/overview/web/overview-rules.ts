import type { ReceivedOf } from '#platform/contract/call.ts'
import type { readOverview } from '../contract.ts'

export type Overview = ReceivedOf<typeof readOverview>

/** The path of the list that has the entries of a kind. */
export const listPathOf = { tenant: '/companies', partner: '/partners' } as const

type Limited = { people: number; user_limit: number }

const isNear = ({ people, user_limit }: Limited) => people >= user_limit * 0.9

/** Whether at least nine tenths of the user limit are used, or of that of the contract. */
export const isNearLimit = ({ contract, ...own }: Limited & { contract?: Limited | null }): boolean =>
  isNear(own) || (contract !== null && contract !== undefined && isNear(contract))
