// Coming in: who one is, at which host, and what the sign-in page may offer there.
// Sessions that exist already (renewal, ending, configuration) are features/sessions.
import { z } from 'zod'
import { email, flag, givenPassword, id, language, newPassword, text } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { renamed } from '#platform/contract/wire.ts'
import { worn } from '#features/themes/contract.ts'

/** The session's user as the specification names it; cached in the browser, decides nothing there. */
export const sessionUser = renamed(
  {
    id: id(),
    email: z.string(),
    name: z.string(),
    partner_id: id().nullable(),
    profile: z.string(),
    auth_type: z.string(),
  },
  { name: 'nome_usuario', partner_id: 'parceiro_id', profile: 'perfil_usuario' },
)

export const loginAnswer = z.object({
  status: z.literal('success'),
  user: sessionUser,
  tenant_id: id().nullable(),
  /** Where the person lands, a path of this host. */
  intended: z.string(),
  token: z.string(),
  /** What this browser brings at its next sign-in instead of the one it has. It opens nothing. */
  device: z.string(),
  /** Host with port. */
  domain: z.string(),
  message: z.string().nullable(),
})

export const login = call({
  method: 'POST',
  path: 'login',
  summary: 'Signs a person in with e-mail and password at the host of the request.',
  access: 'anyone',
  does: 'outside',
  audit: null, // sign-ins and refusals write their own entries: they happen before any session
  input: z.object({
    email: email(),
    password: givenPassword(),
    /** Of an earlier sign-in: a browser that is known is not held up by guesses that others make. */
    device: z.string().max(100).nullish(),
  }),
  answers: loginAnswer,
})

export const loginConfig = call({
  method: 'POST',
  path: 'login/config',
  summary: 'What the sign-in page of this host looks like and offers.',
  access: 'anyone',
  does: 'outside',
  audit: null,
  input: z.object({}),
  answers: z.object({
    tenant: z.object({ name: z.string(), domain: z.string() }),
    theme: worn,
    saml: z.array(z.object({ id: id(), name: z.string() })),
    microsoft: flag(),
    register: flag(),
    forgot: flag(),
    languages: z.array(language()),
    default_language: language(),
    terms: z.array(z.object({ id: id(), version: z.number() })),
  }),
})

/** Under which a one-time token makes the first account. */
export const firstAccountPurpose = 'first_account'

/** The first account of the platform is made with a link that the server wrote to a file: the token is good once. */
export const firstAccount = call({
  method: 'POST',
  path: 'first-account',
  summary: 'Makes the first account of the platform with the one-time link of a production start.',
  access: 'anyone',
  does: 'outside',
  audit: null, // its entry is written with the account, before any session exists
  input: renamed(
    { token: z.string().max(200), email: email(), name: text(120), password: newPassword() },
    { name: 'nome_usuario' },
  ),
  answers: z.object({ status: z.literal(true) }),
})
