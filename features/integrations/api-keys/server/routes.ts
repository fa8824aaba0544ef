import type { AnswerOf, InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { apiKeys } from '#catalogue/limits.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { definedFields, differs } from '#platform/server/defined-fields.ts'
import {
  handle,
  outside,
  type OutsideContext,
  type Route,
  rows,
  type WriteContext,
} from '#platform/server/http/route.ts'
import { mustBeCurrent } from '#platform/server/record-version.ts'
import { abilities } from '#platform/server/session/abilities.ts'
import { type Actor, tenantOf } from '#platform/server/session/actor.ts'
import { makeApiKey } from '#platform/server/session/api-key.ts'
import { notify } from '#features/messaging/notifications/server/commands.ts'
import { addApiKey, listApiKeys, revokeApiKey, rotateApiKey, updateApiKey } from '../contract.ts'
import { isLifetimeAllowed } from './rules.ts'
import * as store from './store.ts'

const target = ({ id, name }: { id: string; name: string }) => ({ type: 'api_key', id, name })

/** Staff are members of no business unit: a key of theirs would have the rights of nobody here. */
const mayOwnKeys = (actor: Actor) => actor.staff === null

/**
 * The value of a new key is shown only to its owner: it acts with their rights. A key that ended does not return: it counts towards no
 * limit, so a rotation would exceed the limits.
 */
async function ownKey(db: Database, actor: Actor, id: string) {
  const key = (await store.findForUpdate(db, id)) ?? fail('call.not_found')
  if (key.owner_id !== actor.userId) fail('access.functionality_refused')
  if (key.revoked_at !== null || key.is_expired) fail('call.not_found')
  return key
}

async function checkLifetime(db: Database, lastDay: string): Promise<void> {
  if (!isLifetimeAllowed(await store.today(db), lastDay))
    fail('api_key.lifetime', { fields: { expires_on: 'api_key.lifetime' }, values: { days: String(apiKeys.days) } })
}

/** Notifies the owner of a new value of a key. Another person at their open session could take a key that outlives the session. */
const tellOwner = (context: WriteContext, key: string) =>
  notify(
    { ...context, tenantId: tenantOf(context.actor) },
    { people: [context.actor.userId] },
    'api_key_added',
    { key },
    { path: '/api_keys' },
  )

async function addKey(
  context: WriteContext,
  { expires_on, ...key }: Omit<InputOf<typeof addApiKey>, 'current_password'>,
): Promise<AnswerOf<typeof addApiKey>> {
  const { db, actor, audit } = context
  const tenantId = tenantOf(actor)
  await checkLifetime(db, expires_on)
  const { ofUnit, ofOwner } = await store.countKeys(db, tenantId, actor.userId)
  if (ofUnit >= apiKeys.perUnit || ofOwner >= apiKeys.perOwner) fail('api_key.limit_reached')
  const { token, hash, hint } = makeApiKey(tenantId)
  const value = { token_hash: hash, token_hint: hint, host: actor.host }
  const { id, expires_at } = await store.add(db, tenantId, { ...key, ...value, owner_id: actor.userId }, expires_on)
  await audit({ target: target({ id, name: key.name }), after: { ...key, expires_at } })
  await tellOwner(context, key.name)
  return { status: true, id, token, expires_at }
}

async function rotateKey(
  context: WriteContext,
  { id, expires_on }: Omit<InputOf<typeof rotateApiKey>, 'current_password'>,
): Promise<AnswerOf<typeof rotateApiKey>> {
  const { db, actor, audit } = context
  const key = await ownKey(db, actor, id)
  await checkLifetime(db, expires_on)
  const { token, hash, hint } = makeApiKey(tenantOf(actor))
  const rotated = await store.rotate(db, id, { token_hash: hash, token_hint: hint, host: actor.host }, expires_on)
  const { expires_at } = rotated
  await audit({ target: target(key), before: { expires_at: key.expires_at }, after: { expires_at, token } })
  await tellOwner(context, key.name)
  return { status: true, id, token, expires_at }
}

/** Fails unless the person gave their password or signed in a short time ago. */
export type ProveOwner = (context: OutsideContext, password: string | undefined) => Promise<void>

export const routes = ({ proveOwner }: { proveOwner: ProveOwner }): Route[] => [
  rows(
    listApiKeys,
    () => store.keysQuery(),
    (data, { actor }) => ({ data, can: mayOwnKeys(actor) ? abilities(actor, { add: 'api_key.add' }) : [] }),
  ),

  outside(addApiKey, async (context, { current_password, ...input }) => {
    if (!mayOwnKeys(context.actor)) fail('access.functionality_refused')
    await proveOwner(context, current_password)
    return context.transaction((inside) => addKey(inside, input))
  }),

  handle(updateApiKey, async ({ db, actor, audit, unchanged }, { id, version, ...change }) => {
    const key = await ownKey(db, actor, id)
    if (version !== undefined) mustBeCurrent(version, key.version)
    const { name, scopes, networks } = key
    if (!differs({ name, scopes, networks }, change)) return unchanged({ status: true as const })
    await store.update(db, id, change)
    const after = { name, scopes, networks, ...definedFields(change) }
    await audit({ target: target({ id, name: after.name }), before: { name, scopes, networks }, after })
    return { status: true as const }
  }),

  outside(rotateApiKey, async (context, { current_password, ...input }) => {
    await proveOwner(context, current_password)
    return context.transaction((inside) => rotateKey(inside, input))
  }),

  handle(revokeApiKey, async ({ db, audit }, { id }) => {
    const key = (await store.findForUpdate(db, id)) ?? fail('call.not_found')
    if (key.revoked_at !== null) fail('call.not_found')
    await store.revoke(db, id)
    await audit({ target: target(key) })
    return { status: true as const }
  }),
]
