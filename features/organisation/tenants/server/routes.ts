import type { InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { typedName } from '#platform/contract/typed-name.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { hold } from '#platform/server/database/hold.ts'
import { exported } from '#platform/server/export/export.ts'
import { definedFields, differs } from '#platform/server/defined-fields.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import { type Route, type WriteContext, handle, rows } from '#platform/server/http/route.ts'
import { mustBeCurrent } from '#platform/server/record-version.ts'
import { abilities } from '#platform/server/session/abilities.ts'
import { type Actor, partnerFor } from '#platform/server/session/actor.ts'
import {
  addTenant,
  exportTenants,
  listTenants,
  readTenant,
  readTenantOptions,
  removeTenant,
  updateTenant,
} from '../contract.ts'
import { eraseTenant } from './jobs.ts'
import { exclusiveFlags, isOpenTo } from './rules.ts'
import { type InviteFirst, lockHostNames, refuseHostNames, tellStaffEntry } from './commands.ts'
import * as store from './store.ts'

type Dependencies = { hosts: Hosts; inviteFirst: InviteFirst }

export const routes = ({ hosts, inviteFirst }: Dependencies): Route[] => [
  rows(listTenants, store.pageQuery, (found, { actor }, options) =>
    pageOf(found, options, ({ total: _, ...tenant }) => answered(tenant, actor, hosts)),
  ),
  exported(exportTenants, {
    target: 'tenant',
    query: store.pageQuery,
    columns: ({ word }) => [
      { key: 'name', title: word('field.name'), value: ({ name }) => name },
      {
        key: 'name',
        title: word('section.state'),
        value: ({ enabled, removal }) =>
          word(removal ? 'state.removing' : enabled ? 'state.enabled' : 'state.disabled'),
      },
      { key: 'partner', title: word('field.parceiro_id'), value: ({ partner }) => partner },
      { key: 'client', title: word('field.client'), value: ({ client }) => client?.name ?? null },
      { key: 'address', title: word('field.address'), value: (tenant) => hosts.domainOf(tenant) },
      { key: 'users', title: word('field.users'), value: ({ users }) => users },
      { key: 'users', title: word('field.user_limit'), value: ({ user_limit }) => user_limit },
      { key: 'created_at', title: word('createdAt'), value: ({ created_at }) => created_at },
    ],
  }),
  rows(
    readTenant,
    ({ id }) => store.findQuery(id),
    ([tenant], { actor }) => (tenant ? answered(tenant, actor, hosts) : fail('call.not_found')),
  ),
  rows(readTenantOptions, store.partnersQuery, (partners) => ({ partners, host: hosts.platformDomain })),
  handle(addTenant, (context, input) => add(context, input, inviteFirst)),
  handle(updateTenant, update),
  remove,
]

const answered = <Unit extends UnitFacts & Parameters<Hosts['domainOf']>[0]>(
  tenant: Unit,
  actor: Actor,
  hosts: Hosts,
) => ({
  ...tenant,
  address: hosts.domainOf(tenant),
  allow_access_remote: tenant.lets_in,
  can: can(actor, tenant),
})

type UnitFacts = { removal: object | null; enabled: boolean; maintenance: boolean; lets_in: boolean }

function can(actor: Actor, unit: UnitFacts): string[] {
  if (unit.removal) return []
  const verbs = abilities(actor, { update: 'tenant.update', remove: 'tenant.remove' })
  return isOpenTo(actor, unit) ? [...verbs, ...abilities(actor, { enter: 'tenant.enter' })] : verbs
}

async function add(context: WriteContext, input: InputOf<typeof addTenant>, inviteFirst: InviteFirst) {
  const { partner_id, admin_name, admin_email, ...fields } = input
  const { db, actor, audit } = context
  const administrator = administratorOf({ name: admin_name, email: admin_email })
  const owner = partnerFor(actor, partner_id)
  refuseMaintenance(actor, fields, { maintenance: false })
  await lockHostNames(db, fields)
  await lockExclusiveFlags(context, { ...fields, partner_id: owner })
  await refuseHostNames(db, fields, null)
  await clearExclusiveFlags(context, { ...fields, partner_id: owner, id: null })
  const id = await store.add(db, { ...fields, partner_id: owner })
  const access = administrator
    ? await inviteFirst(context, { ...administrator, tenantId: id, partnerId: owner })
    : { invited: false, link: null }
  const after = { ...fields, partner_id: owner, administrator: administrator?.email }
  await audit({ target: { type: 'tenant', id, name: fields.name }, after, partnerId: owner })
  return { status: true as const, id, ...access }
}

/**
 * Returns the first administrator of a new business unit; null when the input names nobody. Fails when only name or only e-mail is present.
 */
function administratorOf({ name, email }: { name: string | undefined; email: string | undefined }) {
  if (name === undefined && email === undefined) return null
  if (name === undefined) return fail('call.invalid', { fields: { nome_usuario: 'required' } })
  if (email === undefined) return fail('call.invalid', { fields: { email: 'required' } })
  return { name, email }
}

async function update(context: WriteContext, input: InputOf<typeof updateTenant>) {
  const { db, actor, audit, announce } = context
  const { id, version, allow_access_remote, ...fields } = input
  const sent = definedFields(fields)
  await lockHostNames(db, sent)
  await lockExclusiveFlags(context, { ...sent, partner_id: await store.partnerOf(db, id) })
  const found = await store.findForUpdate(db, id)
  if (!found) fail('call.not_found')
  if (found.removing_since) fail('tenant.being_removed')
  mustBeCurrent(version, found.version)
  const { removing_since: _, ...before } = found
  const entryBefore = await store.letsStaffIn(db, id)
  const changesEntry = allow_access_remote !== undefined && allow_access_remote !== entryBefore
  if (!differs(before, sent) && !changesEntry) return context.unchanged({ status: true as const })
  if (sent.user_limit !== undefined && sent.user_limit < (await store.countUsers(db, id))) {
    fail('tenant.limit_below_users', { fields: { user_limit: 'tenant.limit_below_users' } })
  }
  refuseMaintenance(actor, sent, before)
  await refuseHostNames(db, sent, { tenant_id: id })
  await clearExclusiveFlags(context, { ...sent, partner_id: before.partner_id, id })
  await store.update(db, id, sent)
  if (changesEntry) {
    await store.setStaffEntry(db, id, allow_access_remote)
    await tellStaffEntry(context, id, allow_access_remote)
    await announce({ kind: 'place_changed', what: 'settings', tenantId: id, partnerId: before.partner_id })
  }
  // Open pages call the server again and are signed out. The embed tokens of their reports are revoked.
  const isAccessChanged = (['enabled', 'maintenance', 'trial_ends'] as const).some(
    (field) => sent[field] !== undefined && sent[field] !== before[field],
  )
  if (isAccessChanged || changesHost(before, sent))
    await announce({ kind: 'access_changed', tenantId: id, reportIds: [] })
  if (before.enabled && sent.enabled === false) {
    await announce({ kind: 'place_shut', tenantId: id, partnerId: before.partner_id })
  }
  await audit({
    target: { type: 'tenant', id, name: before.name },
    before: { ...before, allow_remote_access: entryBefore },
    after: { ...before, ...sent, allow_remote_access: allow_access_remote ?? entryBefore },
    partnerId: before.partner_id,
  })
  return { status: true as const }
}

type HostNames = { subdomain?: string | undefined }

/** Whether the subdomain changes; the database then ends the sessions at the old host. */
const changesHost = (before: HostNames, sent: HostNames) =>
  sent.subdomain !== undefined && sent.subdomain !== before.subdomain

/** Only staff of the platform may start or end maintenance, because maintenance also blocks the partner's staff. */
function refuseMaintenance(
  actor: Actor,
  sent: { maintenance?: boolean | undefined },
  before: { maintenance: boolean },
) {
  const isChanged = sent.maintenance !== undefined && sent.maintenance !== before.maintenance
  if (isChanged && actor.profile !== 'a2m') fail('access.functionality_refused')
}

type Flags = { [Flag in (typeof exclusiveFlags)[number]]?: boolean | undefined }

/** Serializes changes of exclusive flags per partner. Call it before any row is locked. */
async function lockExclusiveFlags(
  { db }: WriteContext,
  flags: Flags & { partner_id: string | undefined },
): Promise<void> {
  if (flags.partner_id && exclusiveFlags.some((flag) => flags[flag])) await hold(db, `defaults of ${flags.partner_id}`)
}

async function clearExclusiveFlags(
  { db }: WriteContext,
  flags: Flags & { partner_id: string; id: string | null },
): Promise<void> {
  for (const flag of exclusiveFlags) if (flags[flag]) await store.clearOthers(db, flags.partner_id, flag, flags.id)
}

/** Disables the business unit in this transaction; the job erases it. */
const remove = handle(removeTenant, async ({ db, audit, announce, enqueue }, { id, name }) => {
  const found = await store.findForUpdate(db, id)
  if (!found) fail('call.not_found')
  const { removing_since, ...before } = found
  if (removing_since) fail('tenant.being_removed')
  if (name !== typedName(before.name)) fail('tenant.name_mistyped', { fields: { name: 'tenant.name_mistyped' } })
  await store.disableForRemoval(db, id)
  await enqueue(eraseTenant, { id })
  await announce({ kind: 'access_changed', tenantId: id, reportIds: [] })
  await announce({ kind: 'place_shut', tenantId: id, partnerId: before.partner_id })
  await audit({ target: { type: 'tenant', id, name: before.name }, before, partnerId: before.partner_id })
  return { status: true as const }
})
