// The own account of the signed-in person: name, language, password and open sessions. Available to every profile.
// Other people are features/people/users. Next: server/routes.ts.
import { z } from 'zod'
import { flag, requiredPassword, id, instant, language, newPassword, phone, text } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { can, done } from '#platform/contract/list.ts'
import { renamed } from '#platform/contract/wire.ts'

const fields = { name: text(120), phone: phone(), language: language() }

export const profileWireNames = { name: 'nome_usuario', profile: 'perfil_usuario' } as const

export const readProfile = call({
  method: 'GET',
  path: 'auth/profile',
  summary: 'The caller’s own account.',
  access: 'portal.use',
  does: 'read',
  input: z.object({}),
  answers: renamed(
    {
      name: z.string(),
      email: z.string(),
      phone: z.string().nullable(),
      department: z.string().nullable(),
      language: language(),
      profile: z.string(),
      auth_type: z.string(),
      /** Version of the membership; without a membership the version of the user. */
      version: z.number().int(),
      can,
    },
    profileWireNames,
  ),
})

export const updateProfile = call({
  method: 'PUT',
  path: 'auth/profile/update',
  summary: 'Changes the caller’s own name, phone or language; absent fields stay unchanged.',
  access: 'portal.use',
  does: 'write',
  audit: 'profile.updated',
  input: renamed({ ...z.object(fields).partial().shape, version: z.number().int() }, { name: 'nome_usuario' }),
  answers: done,
})

export const changePassword = call({
  method: 'POST',
  path: 'auth/profile/password',
  summary:
    'Changes the caller’s own password and ends the caller’s other sessions. Attempts at the current password count like sign-in attempts.',
  access: 'portal.use',
  does: 'outside',
  audit: 'profile.password_changed',
  personal: true,
  input: z.object({ current_password: requiredPassword(), password: newPassword() }),
  answers: done,
})

export const listOwnSessions = call({
  method: 'GET',
  path: 'auth/profile/sessions',
  summary: 'The caller’s open sessions, the present one first.',
  access: 'portal.use',
  does: 'read',
  input: z.object({}),
  answers: z.array(
    renamed(
      {
        id: id(),
        /** Browser and operating system, if known, such as "Chrome · Windows". */
        browser: z.string().nullable(),
        address: z.string(),
        /** Name of the business unit of the session; outside of a business unit, the host. */
        place: z.string(),
        created_at: instant(),
        last_seen_at: instant(),
        current: flag(),
      },
      { browser: 'device' },
    ),
  ),
})

export const endOwnSessions = call({
  method: 'POST',
  path: 'auth/profile/sessions/end',
  summary: 'Ends one of the caller’s other sessions, or all of them.',
  access: 'portal.use',
  does: 'write',
  audit: 'profile.sessions_ended',
  personal: true,
  input: z.object({
    /** The session to end; null ends all other sessions, and must be sent explicitly. */
    id: id().nullable(),
  }),
  answers: done,
})
