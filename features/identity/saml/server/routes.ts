import type { z } from 'zod'
import type { InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { freeName } from '#platform/contract/free-name.ts'
import { definedFields } from '#platform/server/defined-fields.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import type { Outgoing } from '#platform/server/outgoing.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import {
  handle,
  handlePrepared,
  open,
  outside,
  type ReadContext,
  type Route,
  rows,
  type WriteContext,
} from '#platform/server/http/route.ts'
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
  nameLength,
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

/** Metadata that a person may have read in a minute, in one process. Each may be fetched from an address. */
const readsPerMinute = 30

/** The routes of the screen that manages the identity providers. */
function appRoutes(hosts: Hosts, outgoing: Outgoing): Route[] {
  const computed = store.computedOf(hosts)
  const reads = createLimiter({ perMinute: readsPerMinute })
  const admit = ({ actor, clock }: ReadContext) => {
    if (!reads.admits(actor.userId, clock.now())) fail('call.throttled', { retryAfter: 60 })
  }
  const prepare = (context: ReadContext, input: InputOf<typeof samlCalls.add>) => {
    if (hasMetadata(input)) admit(context)
    return withMetadata(outgoing, input)
  }
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
  /**
   * Changes an app. People of its earlier identity provider do not sign in by another one (S7): the entry says how many they are. With the
   * certificates of the earlier provider, that one could sign for the entity id of the next.
   */
  const change = async (context: WriteContext, changed: InputOf<typeof samlCalls.update>, isWhole: boolean) => {
    const { id, entity_id: next } = changed
    const stored = await records.find(context, id)
    const { entity_id: present, certificates: pinnedNow } = stored as typeof stored & {
      entity_id: string
      certificates: string[]
    }
    if (next === undefined || next === present) return void (await records.change(context, changed))
    const isOfEarlier = (certificate: string) => pinnedNow.includes(certificate)
    if (!isWhole && (changed.certificates ?? pinnedNow).some(isOfEarlier))
      fail('saml.certificate_of_earlier', { fields: { certificates: 'saml.certificate_of_earlier' } })
    const before = await store.countPeople(context.db, id, present)
    const after = await store.countPeople(context.db, id, next)
    await records.change(context, { ...changed, people: after }, { people: before })
  }
  return [
    list,
    file,
    select,
    read,
    remove,
    handlePrepared(samlCalls.add, prepare, async (context, { name, ...fields }) => ({
      status: true as const,
      id: await records.add(context, {
        ...withDefaults(fields),
        name: name ?? (await freeNameOf(context, fields.entity_id)),
      }),
    })),
    handlePrepared(
      samlCalls.update,
      async (context, { id, version, ...sent }) => ({
        isNamed: sent.entity_id !== undefined,
        // Metadata name the certificates of their own entity id.
        isWhole: hasMetadata(sent),
        changed: { id, version, ...(await prepare(context, sent)) },
      }),
      async (context, { isNamed, isWhole, changed }) => {
        // Who moves an app to another identity provider says so by `entity_id`; its metadata alone do not.
        if (!isNamed && changed.entity_id !== undefined)
          mustBeOneProvider((await records.find(context, changed.id))['entity_id'], changed.entity_id)
        await change(context, changed, isWhole)
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
    outside(readSamlMetadata, async (context, input) => {
      admit(context)
      const found = await metadataIn(outgoing, input)
      return { name: await context.transaction((inside) => freeNameOf(inside, found.entity_id)), ...found }
    }),
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
  if (found.entity_id !== undefined && fields.entity_id !== undefined)
    mustBeOneProvider(fields.entity_id, found.entity_id)
  const certificates = fields.certificates && pinned(fields.certificates)
  // `sent` first: its fields without a value are own properties, so that none is read from a prototype (U6).
  return { ...sent, ...found, ...fields, ...(certificates && { certificates }) }
}

/**
 * Refuses metadata of another identity provider: with its certificates it could sign for the entity id of the app's provider, and so sign in
 * as the people of that one (S7).
 */
function mustBeOneProvider(entityId: unknown, ofMetadata: string): void {
  if (entityId !== ofMetadata) fail('saml.metadata_invalid', { values: { element: 'entityID' } })
}

/** Metadata as the fields take them. They may hold what no field takes, such as an address that is too long. */
function storable(found: ProviderMetadata): Partial<ProviderMetadata> {
  const { entity_id, login_url, logout_url } = saml.fields
  const read = <T>(schema: z.ZodType<T>, element: string, value: unknown): T => {
    const { data, success } = schema.safeParse(value)
    return success ? data : fail('saml.metadata_invalid', { values: { element } })
  }
  return {
    entity_id: read(entity_id, 'entityID', found.entity_id),
    login_url: read(login_url, 'SingleSignOnService', found.login_url),
    certificates: found.certificates,
    // What metadata do not say stays as it is.
    ...(found.logout_url !== null && { logout_url: read(logout_url, 'SingleLogoutService', found.logout_url) }),
    ...(found.name_id_format !== 'unspecified' && { name_id_format: found.name_id_format }),
  }
}

/** The fields of a new app; what neither the caller nor the metadata say is as in `samlDefaults`. */
function withDefaults(fields: object): Record<string, unknown> {
  const filled: Record<string, unknown> = { ...fields }
  for (const [name, value] of Object.entries(newApp)) filled[name] ??= value
  return filled
}

const newApp = { ...samlDefaults, logout_url: null, name_id_format: 'unspecified' }

/**
 * The name of an app for which nobody chose one: the host of its identity provider, with a number if the business unit has an app of this
 * name. The directories of Entra ID have one host.
 */
async function freeNameOf({ db }: WriteContext, entityId = ''): Promise<string> {
  const host = (URL.canParse(entityId) && new URL(entityId).hostname) || entityId
  return freeName(host, await store.namesOf(db), nameLength)
}

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
