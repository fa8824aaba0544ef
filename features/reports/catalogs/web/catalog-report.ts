import type { ReceivedOf } from '#platform/contract/call.ts'
import type { listCatalog, listRequests } from '../contract.ts'

export type CatalogReport = ReceivedOf<typeof listCatalog>['data'][number]
export type RequestRow = ReceivedOf<typeof listRequests>['data'][number]
