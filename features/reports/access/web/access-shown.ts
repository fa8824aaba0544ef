import type { ReceivedOf } from '#platform/contract/call.ts'
import type { readAccess } from '../contract.ts'

type Access = ReceivedOf<typeof readAccess>
export type ShownGrant = Access['grants'][number]
/** What a grant gives to its person or group. */
export type Reading = Pick<
  ShownGrant,
  'roles' | 'identity' | 'identity_value' | 'custom_data' | 'ends_on' | 'without_filters'
>
export type SecuredReport = Pick<
  Access,
  'row_security' | 'ignore_row_security' | 'ignore_role' | 'known_roles' | 'has_filters'
>
