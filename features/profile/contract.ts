// One's own account: name and language, the password, and the places where one is signed in. Everybody has one, whatever the profile.
// Other people are features/users. Next: server/routes.ts.
import { z } from 'zod'
import { flag, givenPassword, id, instant, language, newPassword, phone, text } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { can, done } from '#platform/contract/list.ts'
import { renamed } from '#platform/contract/wire.ts'

const fields = { name: text(120), phone: phone(), language: language() }

export const profileWireNames = { name: 'nome_usuario', profile: 'perfil_usuario' } as const

export const readProfile = call({
  method: 'GET',
  path: 'auth/profile',
  summary: 'One’s own account.',
  access: 'session.use',
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
      /** Of the membership here; of the person where there is none. */
      version: z.number().int(),
      can,
    },
    profileWireNames,
  ),
})

export const updateProfile = call({
  method: 'PUT',
  path: 'auth/profile/update',
  summary: 'Changes one’s own name, phone or language; absent fields stay as they are.',
  access: 'session.use',
  does: 'write',
  audit: 'profile.updated',
  input: renamed({ ...z.object(fields).partial().shape, version: z.number().int() }, { name: 'nome_usuario' }),
  answers: done,
})

export const changePassword = call({
  method: 'POST',
  path: 'auth/profile/password',
  summary:
    'Changes one’s own password; ends one’s other sessions. Guesses of the present one count like those of a sign-in.',
  access: 'session.use',
  does: 'outside',
  audit: 'profile.password_changed',
  input: z.object({ current_password: givenPassword(), password: newPassword() }),
  answers: done,
})

export const listOwnSessions = call({
  method: 'GET',
  path: 'auth/profile/sessions',
  summary: 'Where one is signed in, the present session first.',
  access: 'session.use',
  does: 'read',
  input: z.object({}),
  answers: z.array(
    renamed(
      {
        id: id(),
        /** With its system, where they are known: "Chrome · Windows". */
        browser: z.string().nullable(),
        address: z.string(),
        /** The business unit's name, or the host outside of one. */
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
  summary: 'Ends one of one’s other sessions, or all of them.',
  access: 'session.use',
  does: 'write',
  audit: 'profile.sessions_ended',
  input: z.object({
    /** Null ends all of them: said, never left out. */
    id: id().nullable(),
  }),
  answers: done,
})
