import { fail } from '#platform/contract/failure.ts'
import { typedName } from '#platform/contract/typed-name.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { exported } from '#platform/server/export/export.ts'
import { type FeatureRoutes, type WriteContext, handle, outside, rows } from '#platform/server/http/route.ts'
import { hashPassword } from '#platform/server/passwords.ts'
import { abilities } from '#platform/server/session/abilities.ts'
import type { Actor } from '#platform/server/session/actor.ts'
import { addTeamMember, changeTeamState, exportTeam, listTeam, removeTeamMember } from '../contract.ts'
import * as store from './store.ts'

const status = true as const

const list = rows(listTeam, store.pageQuery, (found, { actor }, options) =>
  pageOf(found, options, ({ total: _, ...member }) => ({ ...member, can: abilitiesOver(actor, member.id) })),
)

const file = exported(exportTeam, {
  target: 'user',
  query: store.pageQuery,
  columns: ({ word }) => [
    { key: 'name', title: word('field.name'), value: ({ name }) => name },
    { key: 'name', title: word('field.email'), value: ({ email }) => email },
    { key: 'name', title: word('field.state'), value: ({ state }) => word(`state.${state}`) },
    { key: 'partner', title: word('field.parceiro_id'), value: ({ partner }) => partner },
    { key: 'created_at', title: word('createdAt'), value: ({ created_at }) => created_at },
  ],
})

// Hashing takes its time: it is done before a connection is held.
const add = outside(addTeamMember, async ({ actor, transaction }, { password, parceiro_id, ...identity }) => {
  const partner_id = partnerOf(actor, parceiro_id)
  const password_hash = await hashPassword(password)
  const id = await transaction(async ({ db, audit }) => {
    const made = await store.add(db, { ...identity, partner_id, password_hash })
    const after = { ...identity, partner_id, password: 'set' }
    await audit({ target: { type: 'user', id: made, name: identity.name }, after })
    return made
  })
  return { status, id }
})

const changeState = handle(changeTeamState, async (context, { id, state }) => {
  const { db, audit } = context
  const before = await findOther(context, id)
  await store.setState(db, id, state)
  if (state !== 'A') await endSessions(context, id, 'user_changed')
  await audit({ target: { type: 'user', id, name: before.name }, before: { state: before.state }, after: { state } })
  return { status }
})

const remove = handle(removeTeamMember, async (context, { id, name }) => {
  const before = await findOther(context, id)
  if (name !== typedName(before.name)) fail('tenant.name_mistyped', { fields: { name: 'tenant.name_mistyped' } })
  await endSessions(context, id, 'user_removed')
  await store.remove(context.db, id)
  await context.audit({ target: { type: 'user', id, name: before.name }, before })
  return { status }
})

export const teamRoutes: FeatureRoutes = { feature: 'partners.team', routes: [list, file, add, changeState, remove] }

/** A partner's staff add to their partner; the platform's say to whom. */
function partnerOf(actor: Actor, sent: string | undefined): string {
  if (!actor.partnerId) return sent ?? fail('call.invalid', { fields: { parceiro_id: 'required' } })
  if (sent && sent !== actor.partnerId) fail('call.not_found')
  return actor.partnerId
}

/** Nobody puts themselves out. */
const abilitiesOver = (actor: Actor, id: string) =>
  id === actor.userId ? [] : abilities(actor, { change_state: 'team.update', remove: 'team.remove' })

async function findOther({ db, actor }: WriteContext, id: string) {
  const found = (await store.findForChange(db, id)) ?? fail('call.not_found')
  return id === actor.userId ? fail('user.not_yourself') : found
}

async function endSessions({ db, announce }: WriteContext, userId: string, reason: string): Promise<void> {
  for (const { session_id: sessionId, tenant_id: tenantId } of await store.endSessions(db, userId, reason)) {
    await announce({ kind: 'session_ended', tenantId, userId, sessionId, reason })
  }
}
