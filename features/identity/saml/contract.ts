// SAML 2.0: the identity providers (apps) of a business unit. A sign-in calls `saml/login`, then `saml/callback`. Next:
// platform/server/saml (what a message of an identity provider must satisfy), server/service.ts (the session).
import { z } from 'zod'
import { flag, id, isHonest, pageUrl, text } from '#catalogue/fields.ts'
import { call, redirectAnswer } from '#platform/contract/call.ts'
import { crudCalls, entity } from '#platform/contract/entity.ts'
import { done } from '#platform/contract/list.ts'
import { loginAnswer, switchAnswer } from '#features/identity/sessions/contract.ts'

/** Formats of the subject's name. `transient` is not offered, because its names change with each sign-in. */
export const nameIdFormats = ['unspecified', 'persistent', 'emailAddress'] as const

/** A URL with https that shows its true host. */
const url = z
  .string()
  .trim()
  .max(500)
  .refine(isHonest)
  .pipe(z.url({ protocol: /^https$/ }))

const attributeName = z.string().trim().max(200)

/** Names of the attributes with which the identity provider sends facts. For an empty name the usual names are tried. */
export const attributeNames = z.object({
  email: attributeName.default(''),
  nome_usuario: attributeName.default(''),
  groups: attributeName.default(''),
  /** Names of the attributes for custom fields, by the id of the field. */
  custom: z.record(id(), attributeName).default({}),
})
export type AttributeNames = z.output<typeof attributeNames>

export const maxCertificates = 5

/** Maximum length of the name of an app, in characters. */
export const nameLength = 80

export const saml = entity({
  noun: 'saml',
  title: ['SAML app', 'SAML apps'],
  fields: {
    name: text(nameLength),
    entity_id: text(500),
    login_url: url,
    /** Where the sign-out of a person continues, so that their session at the identity provider ends as well. */
    logout_url: pageUrl(),
    /** Certificates in PEM; several while the identity provider changes its key. */
    certificates: z.array(z.string().trim().min(1).max(10_000)).min(1).max(maxCertificates),
    name_id_format: z.enum(nameIdFormats),
    attributes: attributeNames,
    create_users: flag(),
    /** S: the e-mail of an assertion links people of the business unit who have a password. */
    link_users: flag().optional(),
    idp_initiated: flag(),
    status: flag(),
  },
  computed: {
    /** The URL to which the identity provider sends its answers (assertion consumer service). */
    acs_url: z.string(),
    /** The entity id of the portal, which is also the URL of its metadata. */
    sp_entity_id: z.string(),
    /** The URL to which the identity provider leads the browser after a sign-out. */
    slo_url: z.string(),
    /** Ids of the business units that the app serves. */
    companies: z.array(id()),
    /** Number of people whom the present identity provider of the app (`entity_id`) signs in. Those of an earlier one are linked anew. */
    people: z.number().int(),
  },
  sorts: ['name', 'people', 'created_at'],
  filters: {},
})

/** Maximum length of the metadata of an identity provider, in characters. */
export const metadataLength = 256 * 1024

const metadata = { metadata_xml: z.string().min(1).max(metadataLength).optional(), metadata_url: url.optional() }

/** What a new app does unless the caller says otherwise: it creates nobody. */
export const samlDefaults = {
  attributes: { email: '', nome_usuario: '', groups: '', custom: {} },
  create_users: false,
  link_users: false,
  idp_initiated: false,
  status: true,
}

type WithMetadata = { metadata_xml?: string | undefined; metadata_url?: string | undefined }

export const hasMetadata = ({ metadata_xml, metadata_url }: WithMetadata): boolean =>
  metadata_xml !== undefined || metadata_url !== undefined

const mustBeGiven = Object.entries(saml.fields).filter(([, schema]) => !schema.safeParse(undefined).success)

/** Metadata come as text or from an address, and not as both. */
const oneOfBoth = (sent: WithMetadata, { addIssue }: z.core.$RefinementCtx) => {
  if (sent.metadata_xml !== undefined && sent.metadata_url !== undefined)
    addIssue({ code: 'custom', path: ['metadata_url'], message: 'one of both' })
}

const crud = crudCalls('auth/saml', saml)

/**
 * Adding and changing also take the metadata of the identity provider: they are the fields that the caller does not send itself. Without
 * metadata, an addition has all fields.
 */
export const samlCalls = {
  ...crud,
  add: {
    ...crud.add,
    input: z
      .object(saml.fields)
      .partial()
      .extend(metadata)
      .superRefine((sent, refinement) => {
        oneOfBoth(sent, refinement)
        if (hasMetadata(sent)) return
        for (const [name] of mustBeGiven)
          if (sent[name as keyof typeof sent] === undefined)
            refinement.addIssue({ code: 'custom', path: [name], message: 'required' })
      }),
  },
  update: {
    ...crud.update,
    input: z
      .object(saml.fields)
      .partial()
      .extend({ id: id(), version: z.number().int(), ...metadata })
      .superRefine(oneOfBoth),
  },
}

export const samlUsed = call({
  method: 'GET',
  path: 'auth/saml/companies/used',
  summary: 'The business units that an app serves already.',
  access: 'saml.read',
  does: 'read',
  input: z.object({}),
  answers: z.object({ companies: z.array(z.object({ tenant_id: id(), name: z.string(), saml_id: id() })) }),
})

export const changeSamlStatus = call({
  method: 'POST',
  path: 'auth/saml/change/status',
  summary: 'Offers an app on the sign-in page, or withdraws it.',
  access: 'saml.update',
  does: 'write',
  audit: 'saml.updated',
  input: z.object({ id: id(), status: flag() }),
  answers: done,
})

export const readSamlMetadata = call({
  method: 'POST',
  path: 'auth/saml/read/metadata',
  summary: 'Reads the metadata of an identity provider, from a file or an address, into the fields of an app.',
  access: 'saml.add',
  does: 'outside',
  audit: null, // it stores nothing
  input: z.union([z.object({ metadata_xml: z.string().min(1).max(metadataLength) }), z.object({ metadata_url: url })]),
  answers: z.object({
    /** A name for the app that no other app of the business unit has: the host of the provider. */
    name: z.string(),
    entity_id: z.string(),
    login_url: z.string(),
    logout_url: z.string().nullable(),
    certificates: z.array(z.string()),
    name_id_format: z.enum(nameIdFormats),
  }),
})

export const samlMetadata = call({
  method: 'GET',
  path: 'saml/metadata/:id',
  summary: 'Our metadata for the identity provider of an app.',
  access: 'anyone',
  does: 'outside',
  audit: null, // it stores nothing
  http: { gives: 'xml' },
  input: z.object({ id: id() }),
  answers: z.string(),
})

export const samlLogin = call({
  method: 'POST',
  path: 'saml/login',
  summary:
    'Begins a sign-in with an app: binds the browser by a cookie and answers the address of the identity provider.',
  access: 'anyone',
  does: 'outside',
  audit: null, // nobody is known yet
  http: { cookies: true },
  input: z.object({ id: id(), redirect: z.string().max(500).nullish() }),
  answers: z.object({ status: z.literal(true), redirect: z.string() }),
})

export const samlForm = call({
  method: 'POST',
  path: 'saml/callback',
  summary: 'Takes the answer of an identity provider and leads the browser to /redirect.',
  access: 'anyone',
  does: 'outside',
  audit: null, // a refusal writes its own entry, the session writes `sign_in.done`
  http: { takes: 'form', gives: 'redirect', crossOrigin: true, refusedTo: '/redirect' },
  input: z.object({ SAMLResponse: z.string().max(600_000), RelayState: z.string().max(1_000).optional() }),
  answers: redirectAnswer,
})

export const samlCallback = call({
  method: 'POST',
  path: 'saml/callback',
  summary: 'Begins the session of a sign-in with SAML: the token of /redirect is valid once, for 60 s.',
  access: 'anyone',
  does: 'outside',
  audit: null, // the new session writes `sign_in.done`
  input: z.object({ token: z.string().max(200) }),
  answers: z.discriminatedUnion('status', [loginAnswer, switchAnswer]),
})

export const samlLogout = call({
  method: 'POST',
  path: 'saml/logout',
  summary:
    'The address at which the identity provider ends its session of the caller; null: it takes no sign-outs. Ask before `logout`, and lead the browser there after it.',
  access: 'anyone', // like `logout`, it succeeds without a session
  does: 'outside',
  audit: null, // it stores nothing
  input: z.object({}),
  answers: z.object({ status: z.literal(true), redirect: z.string().nullable() }),
})

export const samlSignedOut = call({
  method: 'GET',
  path: 'saml/logout',
  summary: 'Takes the browser back from the sign-out at an identity provider and leads it to /signin.',
  access: 'anyone',
  does: 'outside',
  audit: null, // the session has ended before
  http: { gives: 'redirect' },
  input: z.object({}),
  answers: redirectAnswer,
})
