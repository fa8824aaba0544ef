// Settings of the whole platform, managed by its staff: screens that are hidden from all partners, and maintenance.
// Its health is features/operations/status. Next: server/routes.ts; database/migrations/2026-11-22-02-organisations.sql (propagation to sessions).
import { z } from 'zod'
import { flag } from '#catalogue/fields.ts'
import { hideable } from '#catalogue/screens.ts'
import { call } from '#platform/contract/call.ts'
import { can, done } from '#platform/contract/list.ts'

const version = z.number().int()

export const readPlatform = call({
  method: 'GET',
  path: 'auth/platform/get',
  summary: 'Settings for all partners and business units.',
  access: 'platform.read',
  does: 'read',
  input: z.object({}),
  answers: z.object({
    /** Hidden screens as stored: some names may be screens of another release. */
    hidden_menu: z.array(z.string()),
    /** S: the portal is in maintenance, and refuses everybody but the platform's staff. */
    maintenance: flag(),
    version,
    can,
  }),
})

export const updatePlatform = call({
  method: 'PUT',
  path: 'auth/platform/update',
  summary: 'Changes the settings of the platform; they apply immediately to open sessions.',
  access: 'platform.update',
  does: 'write',
  audit: 'platform.updated',
  input: z.object({
    version,
    /** Screens that are hidden from all partners and business units, in addition to those that they hide. */
    hidden_menu: z.array(z.enum(hideable)).max(hideable.length),
    /** Maintenance after the change; absent: unchanged. */
    maintenance: flag().optional(),
  }),
  answers: done,
})
