// The second factor: the codes of an authenticator app (TOTP, RFC 6238), recovery codes, and passkeys (WebAuthn), which also replace the
// password. The first step of a sign-in is features/identity/sign-in/contract.ts. Next: server/service.ts (signing in), server/enrolment.ts
// (the own account).
import { z } from 'zod'
import { flag, requiredPassword, id, instant, text } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { can, done } from '#platform/contract/list.ts'
import { loginAnswer, passwordDueAnswer } from '#features/identity/sessions/contract.ts'

const token = z.string().max(200)
/** A code of six digits; blanks are removed, because apps display codes with them. */
const code = z
  .string()
  .max(20)
  .transform((typed) => typed.replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{6}$/))
const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*$/)

const descriptor = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) })

/** PublicKeyCredentialRequestOptionsJSON of WebAuthn, level 3. `timeout` in milliseconds. */
export const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(descriptor),
})

/** PublicKeyCredentialCreationOptionsJSON of WebAuthn, level 3. */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})

const credential = { id: base64url(1_400), rawId: base64url(1_400), type: z.literal('public-key') }

/** AuthenticationResponseJSON of WebAuthn: a signed challenge. */
export const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(2_000),
    userHandle: base64url(200).nullish(),
  }),
})

/** RegistrationResponseJSON of WebAuthn: a new public key. */
export const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(20_000),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
})

const proofs = { code: code.optional(), passkey: assertion.optional(), recovery: z.string().min(1).max(40).optional() }

export const proveSecondFactor = call({
  method: 'POST',
  path: 'login/2fa',
  summary:
    'The second step of a sign-in: exactly one of code, passkey or recovery code. The bearer is the token of the first step. At most five tries.',
  access: 'anyone',
  does: 'outside',
  audit: null, // the new session writes `sign_in.done`
  input: z
    .object({
      ...proofs,
      /** S: this browser needs no second factor for 30 days, if the business unit allows that. */
      trust: flag().optional(),
    })
    .refine(
      (input) => [input.code, input.passkey, input.recovery].filter((proof) => proof !== undefined).length === 1,
      {
        path: ['code'],
      },
    ),
  answers: z.discriminatedUnion('status', [loginAnswer, passwordDueAnswer]),
})

export const askPasskeyProof = call({
  method: 'POST',
  path: 'login/2fa/passkey',
  summary: 'A challenge for a passkey as the second factor. The bearer is the token of the first step.',
  access: 'anyone',
  does: 'outside',
  audit: null,
  input: z.object({}),
  answers: requestOptions,
})

export const setUpAtSignIn = call({
  method: 'POST',
  path: 'login/2fa/setup',
  summary:
    'Sets up the authenticator app during a sign-in. With the token alone: the secret. With its first code: the session and the recovery codes.',
  access: 'anyone',
  does: 'outside',
  audit: null, // the service writes `profile.two_factor_enabled`, because no session exists yet
  input: z.object({ token, code: code.optional() }),
  answers: z.discriminatedUnion('status', [
    z.object({
      status: z.literal('setup'),
      /** The secret in base32, for people who cannot scan the QR code. */
      secret: z.string(),
      otpauth: z.string(),
      recovery: z.array(z.string()),
    }),
    loginAnswer.extend({ recovery: z.array(z.string()) }),
  ]),
})

export const askPasskeySignIn = call({
  method: 'POST',
  path: 'login/passkey/options',
  summary: 'A challenge for the sign-in with a passkey of this host.',
  access: 'anyone',
  does: 'outside',
  audit: null,
  input: z.object({}),
  answers: requestOptions,
})

export const signInWithPasskey = call({
  method: 'POST',
  path: 'login/passkey',
  summary: 'Signs a person in with a passkey and user verification, which are two factors.',
  access: 'anyone',
  does: 'outside',
  audit: null, // the new session writes `sign_in.done`
  input: z.object({ passkey: assertion }),
  answers: loginAnswer,
})

const current_password = requiredPassword()

export const readTwoFactor = call({
  method: 'GET',
  path: 'auth/profile/two-factor',
  summary: 'The caller’s own second factor and passkeys.',
  access: 'portal.use',
  does: 'read',
  input: z.object({}),
  answers: z.object({
    /** Time at which two-factor sign-in was turned on; null: it is off. */
    enabled_at: instant().nullable(),
    /** Number of unused recovery codes. */
    recovery_left: z.number().int(),
    /** S: the business unit requires a second factor. */
    required: flag(),
    /** Number of browsers that the person trusts, where the password alone is enough. */
    trusted_browsers: z.number().int(),
    passkeys: z.array(
      z.object({
        id: id(),
        name: z.string(),
        /** The only host at which browsers use the passkey. */
        host: z.string(),
        here: flag(),
        created_at: instant(),
        last_used_at: instant().nullable(),
      }),
    ),
    /** The verbs that the person may use; empty for people who sign in with an identity provider. */
    can,
  }),
})

export const startTwoFactor = call({
  method: 'POST',
  path: 'auth/profile/two-factor/start',
  summary: 'Begins to set up an authenticator app, or another one in place of the present one.',
  access: 'portal.use',
  does: 'outside',
  audit: null, // changes nothing
  personal: true,
  input: z.object({ current_password }),
  answers: z.object({ token: z.string(), secret: z.string(), otpauth: z.string() }),
})

export const confirmTwoFactor = call({
  method: 'POST',
  path: 'auth/profile/two-factor/confirm',
  summary: 'Turns two-factor sign-in on with the first code of the app. The recovery codes are shown only here.',
  access: 'portal.use',
  does: 'outside',
  audit: 'profile.two_factor_enabled',
  personal: true,
  input: z.object({ token, code }),
  answers: z.object({ recovery: z.array(z.string()) }),
})

export const renewRecoveryCodes = call({
  method: 'POST',
  path: 'auth/profile/two-factor/recovery',
  summary: 'New recovery codes; the earlier ones become invalid.',
  access: 'portal.use',
  does: 'outside',
  audit: 'profile.recovery_codes_renewed',
  personal: true,
  input: z.object({ current_password }),
  answers: z.object({ recovery: z.array(z.string()) }),
})

export const forgetBrowsers = call({
  method: 'POST',
  path: 'auth/profile/two-factor/forget',
  summary: 'Ends the trust in all browsers of the caller. Each asks for the second factor at the next sign-in.',
  access: 'portal.use',
  does: 'outside',
  audit: 'profile.browsers_forgotten',
  personal: true,
  input: z.object({ current_password }),
  answers: done,
})

export const endTwoFactor = call({
  method: 'POST',
  path: 'auth/profile/two-factor/off',
  summary: 'Turns two-factor sign-in off, unless the business unit requires it. Passkeys stay.',
  access: 'portal.use',
  does: 'outside',
  audit: 'profile.two_factor_disabled',
  personal: true,
  input: z.object({ current_password }),
  answers: done,
})

export const startPasskey = call({
  method: 'POST',
  path: 'auth/profile/passkeys/start',
  summary: 'A challenge for a new passkey of the caller at this host.',
  access: 'portal.use',
  does: 'outside',
  audit: null, // changes nothing
  personal: true,
  input: z.object({ current_password }),
  answers: creationOptions,
})

export const addPasskey = call({
  method: 'POST',
  path: 'auth/profile/passkeys/add',
  summary: 'Stores a new passkey of the caller.',
  access: 'portal.use',
  does: 'outside',
  audit: 'profile.passkey_added',
  personal: true,
  input: z.object({ name: text(60), passkey: registration }),
  answers: z.object({ status: z.literal(true), id: id() }),
})

export const removePasskey = call({
  method: 'POST',
  path: 'auth/profile/passkeys/remove',
  summary: 'Removes a passkey of the caller.',
  access: 'portal.use',
  does: 'outside',
  audit: 'profile.passkey_removed',
  personal: true,
  input: z.object({ id: id(), current_password }),
  answers: done,
})
