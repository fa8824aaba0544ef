import { fail } from '#platform/contract/failure.ts'
import { differs, definedFields } from '#platform/server/defined-fields.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import { handle, type Route, rows } from '#platform/server/http/route.ts'
import { mustBeCurrent } from '#platform/server/record-version.ts'
import { tenantOf } from '#platform/server/session/actor.ts'
import { makeToken } from '#platform/server/session/token.ts'
import { addConnection, readConnections, removeConnection, updateConnection } from '../contract.ts'
import * as store from './store.ts'

const target = (id: string) => ({ type: 'scim', id })
const hintOf = (token: string) => token.slice(-4)

export const routes = ({ hosts }: { hosts: Hosts }): Route[] => [
  rows(
    readConnections,
    () => store.connectionsQuery(),
    (found) =>
      found.map(({ subdomain, domain, ...connection }) => ({
        ...connection,
        endpoint: `${hosts.publicUrl.protocol}//${hosts.domainOf({ subdomain, domain })}/scim/v2`,
      })),
  ),

  handle(addConnection, async ({ db, actor, audit }, { tenant_id, enabled, expires_at }) => {
    const tenantId = tenantOf(actor)
    if (tenant_id !== undefined && tenant_id !== tenantId) fail('call.not_found')
    const { token, hash } = makeToken()
    const id = await store.add(db, tenantId, { enabled, expires_at, token_hash: hash, token_hint: hintOf(token) })
    await audit({ target: target(id), after: { enabled, expires_at } })
    return { status: true as const, id, token }
  }),

  handle(updateConnection, async ({ db, audit, unchanged }, { id, version, rotate, ...change }) => {
    const before = (await store.findForUpdate(db, id)) ?? fail('call.not_found')
    if (version !== undefined) mustBeCurrent(version, before.version)
    const { enabled, expires_at } = before
    if (!rotate && !differs({ enabled, expires_at }, change)) {
      return unchanged({ status: true as const, token: null, old_valid_until: null })
    }
    await store.update(db, id, change)
    const { token, hash } = makeToken()
    const oldValidUntil = rotate ? await store.rotate(db, id, hash, hintOf(token)) : null
    await audit({
      target: target(id),
      before: { enabled, expires_at },
      after: { enabled, expires_at, ...definedFields(change), ...(rotate && { token }) },
    })
    return { status: true as const, token: rotate ? token : null, old_valid_until: oldValidUntil }
  }),

  handle(removeConnection, async ({ db, audit }, { id }) => {
    if (!(await store.remove(db, id))) fail('call.not_found')
    await audit({ target: target(id) })
    return { status: true as const }
  }),
]
