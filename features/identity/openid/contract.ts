// OpenID Connect: the cloud identity providers of a business unit (Entra ID, Google, any other). A sign-in calls `ms_auth/login`, then
// `ms_auth/callback`. Next: platform/server/openid (what a token must satisfy), server/service.ts (the session).
import { z } from 'zod'
import { flag, id, text } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { crudCalls, entity } from '#platform/contract/entity.ts'
import { added, done } from '#platform/contract/list.ts'
import { loginAnswer, switchAnswer } from '#features/identity/sessions/contract.ts'
import { attributeNames } from '#features/identity/saml/contract.ts'

export const providerKinds = ['entra', 'google', 'other'] as const
export type ProviderKind = (typeof providerKinds)[number]

/** Pictures of the button on the sign-in page. */
export const providerIcons = ['microsoft', 'google', 'key', 'building', 'shield'] as const
export type ProviderIcon = (typeof providerIcons)[number]

/** The issuer: a URL without query and fragment (OpenID Connect Discovery, section 3). */
const issuer = z
  .string()
  .trim()
  .max(500)
  .pipe(z.url({ protocol: /^https?$/ }))
  .refine((url) => !/[?#]/.test(url))

export const maxListed = 50

/** Maximum length of the name of a provider, in characters. */
export const nameLength = 80

const fields = {
  name: text(nameLength),
  kind: z.enum(providerKinds),
  icon: z.enum(providerIcons),
  issuer,
  client_id: text(200),
  scopes: text(200),
  attributes: attributeNames,
  create_users: flag(),
  link_users: flag(),
  /** E-mail domains whose people may sign in; an empty list: all. */
  domains: z.array(z.string().trim().toLowerCase().min(1).max(253).pipe(z.hostname())).max(maxListed),
  /** Entra: directories (tenants of Microsoft) whose people may sign in. */
  directories: z.array(z.string().trim().toLowerCase().pipe(z.guid())).max(maxListed),
  status: flag(),
}

export const openid = entity({
  noun: 'openid',
  title: ['OpenID provider', 'OpenID providers'],
  fields,
  computed: {
    /** The client secret, always null in answers: it is write-only. */
    client_secret: z.null(),
    client_secret_set: flag(),
    /** The URL to which the provider sends the browser back. */
    redirect_uri: z.string(),
    /** Number of people who signed in with the provider. */
    people: z.number().int(),
  },
  sorts: ['name', 'people', 'created_at'],
  filters: {},
})

/** The new client secret; absent or null: the stored secret stays. */
const clientSecret = text(500).nullish()

const plainCalls = crudCalls('auth/openid', openid)

export const openidCalls = {
  ...plainCalls,
  add: call({
    method: 'POST',
    path: 'auth/openid/add',
    summary: 'Adds an OpenID provider. Its secret is never shown again.',
    access: 'openid.add',
    does: 'write',
    audit: 'openid.added',
    input: z.object({ ...fields, client_secret: clientSecret }),
    answers: added,
  }),
  update: call({
    method: 'PUT',
    path: 'auth/openid/update',
    summary:
      'Changes an OpenID provider; absent fields stay as they are. Another issuer or client requires the secret again.',
    access: 'openid.update',
    does: 'write',
    audit: 'openid.updated',
    input: z.object(fields).partial().extend({ id: id(), version: z.number().int(), client_secret: clientSecret }),
    answers: done,
  }),
}

export const changeOpenidStatus = call({
  method: 'POST',
  path: 'auth/openid/change/status',
  summary: 'Offers a provider on the sign-in page, or withdraws it.',
  access: 'openid.update',
  does: 'write',
  audit: 'openid.updated',
  input: z.object({ id: id(), status: flag() }),
  answers: done,
})

export const testOpenid = call({
  method: 'POST',
  path: 'auth/openid/test',
  summary: 'Reads the configuration of an issuer and says whether people can sign in with it.',
  access: 'openid.add',
  does: 'outside',
  audit: null, // it stores nothing
  input: z.object({ issuer }),
  /** `status`: whether people can sign in with this issuer. `message`: the reason why they cannot, in the caller's language. */
  answers: z.object({ status: z.boolean(), message: z.string().nullable() }),
})

/** A provider on the sign-in page. */
export const openidChoice = z.object({ id: id(), name: z.string(), icon: z.enum(providerIcons) })

export const openidLogin = call({
  method: 'POST',
  path: 'ms_auth/login',
  summary:
    'Begins a sign-in with an OpenID provider: binds the browser by a cookie and answers the provider’s address.',
  access: 'anyone',
  does: 'outside',
  audit: null, // nobody is known yet
  http: { cookies: true },
  /** `id` of the provider; it may be absent if the business unit has one provider. */
  input: z.object({ id: id().nullish(), redirect: z.string().max(500).nullish() }),
  answers: z.object({ status: z.literal(true), redirect: z.string() }),
})

export const openidCallback = call({
  method: 'POST',
  path: 'ms_auth/callback',
  summary: 'Ends a sign-in with an OpenID provider: exchanges the code of /ms_auth/redirect and begins the session.',
  access: 'anyone',
  does: 'outside',
  audit: null, // the new session writes `sign_in.done`, a refusal `sign_in.refused`
  http: { cookies: true },
  input: z.object({
    code: z.string().min(1).max(4_000),
    state: z.string().min(1).max(200),
    iss: z.string().max(500).nullish(),
  }),
  answers: z.discriminatedUnion('status', [loginAnswer, switchAnswer]),
})
