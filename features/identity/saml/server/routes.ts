import type { InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { definedFields } from '#platform/server/defined-fields.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import type { Outgoing } from '#platform/server/outgoing.ts'
import { handle, handlePrepared, open, outside, type Route, rows } from '#platform/server/http/route.ts'
import { resource } from '#platform/server/resource.ts'
import { certificateOf } from '#platform/server/saml/certificate.ts'
import { fetchMetadata } from '#platform/server/saml/fetch-metadata.ts'
import { type ProviderMetadata, readMetadata } from '#platform/server/saml/metadata.ts'
import { SamlFault } from '#platform/server/saml/xml.ts'
import { createProviderLimits } from '#features/identity/federation/server/commands.ts'
import {
  changeSamlStatus,
  hasMetadata,
  maxCertificates,
  readSamlMetadata,
  saml,
  samlCallback,
  samlCalls,
  samlDefaults,
  samlForm,
  samlLogin,
  samlLogout,
  samlMetadata,
  samlSignedOut,
  samlUsed,
} from '../contract.ts'
import { acceptSaml, metadataOf, signOutAt, startSaml, takeResponse } from './service.ts'
import * as store from './store.ts'

export function routes({ hosts, outgoing }: { hosts: Hosts; outgoing: Outgoing }): Route[] {
  const limits = createProviderLimits()
  return [
    ...appRoutes(hosts, outgoing),
    open(samlMetadata, (context, { id }) => metadataOf(hosts, context, id)),
    open(samlLogin, (context, input) => {
      limits.admitStart(context)
      return startSaml(hosts, context, input)
    }),
    open(samlForm, (context, { SAMLResponse }) =>
      limits.examine(context, (countUnproven) => takeResponse(hosts, context, SAMLResponse, countUnproven)),
    ),
    open(samlCallback, (context, { token }) =>
      limits.examine(context, (countUnproven) => acceptSaml(hosts, context, token, countUnproven)),
    ),
    open(samlLogout, async (context) => ({ status: true as const, redirect: await signOutAt(hosts, context) })),
    // Whatever the provider sends: the session has ended before, and a RelayState leads nowhere (S12).
    open(samlSignedOut, () => ({ location: '/signin' })),
  ]
}

/** The routes of the screen that manages the identity providers. */
function appRoutes(hosts: Hosts, outgoing: Outgoing): Route[] {
  const computed = store.computedOf(hosts)
  const prepare = (_: unknown, input: InputOf<typeof samlCalls.add>) => withMetadata(outgoing, input)
  const {
    list,
    export: file,
    select,
    read,
    remove,
    records,
  } = resource(saml, samlCalls, {
    table: 'saml_apps',
    computed,
    sorts: { people: computed.people },
  })
  return [
    list,
    file,
    select,
    read,
    remove,
    handlePrepared(samlCalls.add, prepare, async (context, { name, ...fields }) => ({
      status: true as const,
      id: await records.add(context, { ...samlDefaults, ...fields, name: name ?? nameOf(fields.entity_id) }),
    })),
    handlePrepared(
      samlCalls.update,
      async (context, { id, version, ...sent }) => ({ id, version, ...(await prepare(context, sent)) }),
      async (context, changed) => {
        await records.change(context, changed)
        return { status: true as const }
      },
    ),
    rows(samlUsed, store.usedQuery, (companies) => ({ companies })),
    handle(changeSamlStatus, async (context, { id, status }) => {
      const { name, status: before } = await records.find(context, id)
      if (before === status) return context.unchanged({ status: true as const })
      await store.setStatus(context.db, id, status)
      await context.audit({ target: { type: 'saml', id, name }, before: { status: before }, after: { status } })
      return { status: true as const }
    }),
    outside(readSamlMetadata, (_, input) => metadataIn(outgoing, input)),
  ]
}

type Metadata = { metadata_xml?: string | undefined; metadata_url?: string | undefined }

/** Reads metadata that a person sent, or the address of which they sent. */
async function metadataIn(outgoing: Outgoing, { metadata_xml, metadata_url = '' }: Metadata) {
  const text = metadata_xml ?? (await fetched(outgoing, metadata_url))
  try {
    return readMetadata(text, maxCertificates)
  } catch (error) {
    if (!(error instanceof SamlFault)) throw error
    return fail('saml.metadata_invalid', { values: { element: error.message } })
  }
}

/** The fields of an app, with those that only the metadata have. Metadata are read before the transaction, because they may be far away. */
async function withMetadata(
  outgoing: Outgoing,
  { metadata_xml, metadata_url, ...sent }: InputOf<typeof samlCalls.add>,
): Promise<Omit<InputOf<typeof samlCalls.add>, keyof Metadata>> {
  const fields = definedFields(sent)
  const metadata = { metadata_xml, metadata_url }
  const found = hasMetadata(metadata) ? storable(await metadataIn(outgoing, metadata)) : {}
  const certificates = fields.certificates && pinned(fields.certificates)
  return { ...found, ...fields, ...(certificates && { certificates }) }
}

/** The elements of metadata by the fields that they fill. */
const elements = { entity_id: 'entityID', login_url: 'SingleSignOnService', logout_url: 'SingleLogoutService' } as const

/** Metadata may hold what no field takes, such as an address that is too long. */
function storable(found: ProviderMetadata): ProviderMetadata {
  for (const [field, element] of Object.entries(elements)) {
    const name = field as keyof typeof elements
    if (!saml.fields[name].safeParse(found[name]).success) fail('saml.metadata_invalid', { values: { element } })
  }
  return found
}

/** The name of an app for which nobody chose one: the host of its identity provider. */
const nameOf = (entityId = ''): string =>
  (URL.canParse(entityId) && new URL(entityId).hostname) || entityId.slice(0, 80)

/** Fetches metadata from a URL. Every fault has the same answer, which must not tell what an internal server at the URL answers. */
const fetched = (outgoing: Outgoing, url: string): Promise<string> =>
  fetchMetadata(outgoing, url).catch(() => fail('saml.metadata_unreachable'))

/** Writes the certificates in a normal form. */
function pinned(certificates: readonly string[]): string[] {
  return certificates.map(
    (certificate) =>
      certificateOf(certificate) ??
      fail('saml.certificate_invalid', { fields: { certificates: 'saml.certificate_invalid' } }),
  )
}
