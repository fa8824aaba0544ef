// Setting a password with a link instead of the present password: after "forgot password", at a sign-in with a password that has expired,
// and after an invitation. Changing one's own password in a session is features/people/profile.
import { z } from 'zod'
import { email, flag, newPassword } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { done } from '#platform/contract/list.ts'
import { renamed } from '#platform/contract/wire.ts'

/** The purposes of a link to set a password; also those of its one-time token. */
export const linkPurposes = ['password_recovery', 'password_change', 'invitation'] as const
export type LinkPurpose = (typeof linkPurposes)[number]

const token = z.string().max(200)

/** The path of a link, and of the answer of a sign-in that asks for a new password. */
export const newPasswordPath = (link: string) => `/new/password/${link}`

export const forgotPassword = call({
  method: 'POST',
  path: 'password/forgot',
  summary: 'Mails a link to set a new password. The answer is the same for an address without an account.',
  access: 'anyone',
  does: 'outside',
  audit: null, // the job writes `password.recovery_sent`, because the answer must not depend on the person
  input: z.object({ email: email() }),
  answers: done,
})

/** The fields of the password rules, and their names in the specification. */
export const passwordRuleFields = {
  in_force: flag(),
  min_length: z.number().int(),
  capital: flag(),
  special: flag(),
  days: z.number().int(),
}
export const passwordRuleNames = {
  in_force: 'enable_password',
  min_length: 'min_character',
  capital: 'capital_letter',
  special: 'special_characters',
  days: 'expiry_time_password',
} as const

export const readPasswordRules = call({
  method: 'POST',
  path: 'password/config',
  summary: 'The password rules for the person of a link, or of the session when no token is sent.',
  access: 'anyone',
  does: 'outside',
  audit: null,
  input: z.object({ token: token.optional() }),
  answers: renamed(
    {
      ...passwordRuleFields,
      /** The e-mail of the person, which tells a password manager to which account the password belongs. */
      email: z.string(),
    },
    passwordRuleNames,
  ),
})

export const setPassword = call({
  method: 'POST',
  path: 'password/new',
  summary: 'Sets the password of the person of a link, and ends all of their sessions. The link works once.',
  access: 'anyone',
  does: 'outside',
  audit: null, // the service writes `password.set`, because no session exists
  input: z.object({ token, password: newPassword() }),
  answers: done,
})
