// Sign-in with a password, the options of a host's sign-in page, and the first account of a platform.
// Existing sessions (renewal, end, configuration) are in features/identity/sessions.
import { z } from 'zod'
import { email, flag, id, language, namedRecord, newPassword, requiredPassword, text } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { renamed } from '#platform/contract/wire.ts'
import { loginAnswer, passwordDueAnswer } from '#features/identity/sessions/contract.ts'
import { themeValues } from '#features/organisation/themes/contract.ts'
import { openidChoice } from '#features/identity/openid/contract.ts'

/**
 * The answer to a right password when a second factor is required: `token` is the bearer token of `login/2fa`, valid for 5 minutes and for
 * no other call.
 */
export const codeDue = z.object({
  status: z.literal('two_factor'),
  token: z.string(),
  methods: z.array(z.enum(['totp', 'passkey', 'recovery'])),
  /** S: the person may trust this browser for 30 days. */
  trust: flag(),
})

/** The answer to a right password when another step comes before the session: the browser opens `redirect`, a path of this host. */
export const redirectAnswer = z.object({
  status: z.literal('redirect_two_factor'),
  redirect: z.string(),
  message: z.string().nullable(),
})

export const login = call({
  method: 'POST',
  path: 'login',
  summary: 'Signs a person in with e-mail and password at the host of the request.',
  access: 'anyone',
  does: 'outside',
  audit: null, // the service writes the entries itself, because no session exists yet
  input: z.object({
    email: email(),
    password: requiredPassword(),
    /** Device token of an earlier sign-in: failed attempts of others do not block a known device. */
    device: z.string().max(100).nullish(),
  }),
  answers: z.discriminatedUnion('status', [loginAnswer, codeDue, redirectAnswer, passwordDueAnswer]),
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
    theme: themeValues,
    saml: z.array(namedRecord),
    /** OpenID providers of the host. `microsoft`: there is at least one. */
    openid: z.array(openidChoice),
    microsoft: flag(),
    register: flag(),
    forgot: flag(),
    /** N: this host has no mail server, so that no link to set a password arrives. */
    sends_mail: flag(),
    languages: z.array(language()),
    default_language: language(),
    terms: z.array(z.object({ id: id(), version: z.number() })),
    /** The visitor's own IP address, as the list of allowed IP addresses compares it. */
    address: z.string(),
  }),
})

/** Purpose of the one-time token that creates the first account. */
export const firstAccountPurpose = 'first_account'

/** Creates the first account of the platform. The server writes the link to a file at its first start; its token is valid once. */
export const firstAccount = call({
  method: 'POST',
  path: 'first-account',
  summary: 'Makes the first account of the platform with the one-time link of a production start.',
  access: 'anyone',
  does: 'outside',
  audit: null, // the service writes the entry with the account, because no session exists yet
  input: renamed(
    { token: z.string().max(200), email: email(), name: text(120), password: newPassword() },
    { name: 'nome_usuario' },
  ),
  answers: z.object({ status: z.literal(true) }),
})
