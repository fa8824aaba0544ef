import type { ConstraintCodes } from '#platform/server/http/errors.ts'

/** The staff who work in a business unit are no members of it, and have no devices there. */
export const constraints: ConstraintCodes = {
  push_devices_person: 'call.not_found',
  push_choices_person: 'call.not_found',
}
