import type { ReceivedOf } from '#platform/contract/call.ts'
import type { readAccess } from '#features/reports/access/contract.ts'

type Access = ReceivedOf<typeof readAccess>
export type ShownGrant = Access['grants'][number]
/** What a grant gives to its person or group. */
export type Reading = Pick<
  ShownGrant,
  | 'roles'
  | 'identity'
  | 'identity_value'
  | 'identity_field'
  | 'custom_data_from'
  | 'custom_data'
  | 'custom_data_field'
  | 'ends_on'
  | 'without_filters'
  | 'pages'
>

/** A grant before anything is chosen: all pages, under the reader's own e-mail. */
export const blankReading: Reading = {
  roles: [],
  identity: 'email',
  identity_value: null,
  identity_field: null,
  custom_data_from: 'value',
  custom_data: null,
  custom_data_field: null,
  ends_on: null,
  without_filters: false,
  pages: null,
}
/** A grant for chosen reports. `pagesOf`: the report whose pages it names. */
export type ChosenReading = { reading: Reading; pagesOf: string | null }

/** The grant as it is sent: pages belong to one report, so several reports and another one get all of theirs. */
export const readingFor = ({ reading, pagesOf }: ChosenReading, reportIds: readonly string[]): Reading =>
  reportIds.length === 1 && reportIds[0] === pagesOf ? reading : { ...reading, pages: null }

export type SecuredReport = Pick<
  Access,
  | 'report_id'
  | 'row_security'
  | 'ignore_row_security'
  | 'ignore_role'
  | 'known_roles'
  | 'has_filters'
  | 'pages_protected'
  | 'identity_fields'
>
