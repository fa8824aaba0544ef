// What holds for the whole platform, kept by its people: for now the screens that nobody of any partner has.
// Not its health (features/status). Next: server/routes.ts; database/migrations/2026-11-22-02-organisations.sql says how sessions learn of a change.
import { z } from 'zod'
import { hideable } from '#catalogue/screens.ts'
import { call } from '#platform/contract/call.ts'
import { can, done } from '#platform/contract/list.ts'

const version = z.number().int()

export const readPlatform = call({
  method: 'GET',
  path: 'auth/platform/get',
  summary: 'What holds for all partners and business units.',
  access: 'platform.read',
  does: 'read',
  input: z.object({}),
  answers: z.object({
    /** As kept: some of them may be screens of another release. */
    hidden_menu: z.array(z.string()),
    version,
    can,
  }),
})

export const updatePlatform = call({
  method: 'PUT',
  path: 'auth/platform/update',
  summary: 'Changes what holds for all; it holds at once for everybody who is signed in.',
  access: 'platform.update',
  does: 'write',
  audit: 'platform.updated',
  input: z.object({
    version,
    /** Screens that nobody of any partner and business unit has; theirs are out of reach as well. */
    hidden_menu: z.array(z.enum(hideable)).max(hideable.length),
  }),
  answers: done,
})
