import type { ReceivedOf } from '#platform/contract/call.ts'
import type { listPins } from '../contract.ts'

export type Pin = ReceivedOf<typeof listPins>[number]
