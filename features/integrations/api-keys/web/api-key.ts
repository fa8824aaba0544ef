import type { ReceivedOf } from '#platform/contract/call.ts'
import type { listApiKeys } from '../contract.ts'

/** One key of the list. */
export type ApiKey = ReceivedOf<typeof listApiKeys>['data'][number]
