import type { ReceivedOf } from '#platform/contract/call.ts'
import type { readAccess } from '#features/reports/access/contract.ts'

type Access = ReceivedOf<typeof readAccess>
export type ShownGrant = Access['grants'][number]
/** The fields of a grant to a person or a group, as the form has them. */
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

/** A grant before anything is chosen: all pages, and the reader's own e-mail as user name. */
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
/** A grant for chosen reports. `pagesOf`: id of the report whose pages the grant names. */
export type ChosenReading = { reading: Reading; pagesOf: string | null }

/** The grant that is sent. Pages belong to one report, so for several reports, or for another one, the grant opens all pages. */
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
