import { fail } from '#platform/contract/failure.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import type { Outgoing } from '#platform/server/outgoing.ts'
import { handle, open, outside, type Route, rows } from '#platform/server/http/route.ts'
import { resource } from '#platform/server/resource.ts'
import { certificateOf } from '#platform/server/saml/certificate.ts'
import { fetchMetadata } from '#platform/server/saml/fetch-metadata.ts'
import { readMetadata } from '#platform/server/saml/metadata.ts'
import { SamlFault } from '#platform/server/saml/xml.ts'
import { createProviderLimits } from '#features/identity/federation/server/commands.ts'
import {
  changeSamlStatus,
  maxCertificates,
  readSamlMetadata,
  saml,
  samlCallback,
  samlCalls,
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
    handle(samlCalls.add, async (context, fields) => {
      const certificates = pinned(fields.certificates)
      return { status: true as const, id: await records.add(context, { ...fields, certificates }) }
    }),
    handle(samlCalls.update, async (context, fields) => {
      const certificates = fields.certificates && pinned(fields.certificates)
      await records.change(context, { ...fields, ...(certificates && { certificates }) })
      return { status: true as const }
    }),
    rows(samlUsed, store.usedQuery, (companies) => ({ companies })),
    handle(changeSamlStatus, async (context, { id, status }) => {
      const { name, status: before } = await records.find(context, id)
      if (before === status) return context.unchanged({ status: true as const })
      await store.setStatus(context.db, id, status)
      await context.audit({ target: { type: 'saml', id, name }, before: { status: before }, after: { status } })
      return { status: true as const }
    }),
    outside(readSamlMetadata, async (_, input) => {
      const text = 'metadata_xml' in input ? input.metadata_xml : await fetched(outgoing, input.metadata_url)
      try {
        return readMetadata(text, maxCertificates)
      } catch (error) {
        if (!(error instanceof SamlFault)) throw error
        return fail('saml.metadata_invalid', { values: { element: error.message } })
      }
    }),
  ]
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
