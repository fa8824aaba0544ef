import type { InputOf } from '#platform/contract/call.ts'
import { erasureGraceDays } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import { typedName } from '#platform/contract/typed-name.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { hold } from '#platform/server/database/hold.ts'
import { downloadOf } from '#platform/server/export/download.ts'
import { exported } from '#platform/server/export/export.ts'
import { definedFields, differs } from '#platform/server/defined-fields.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import { type Route, type WriteContext, file, handle, rows } from '#platform/server/http/route.ts'
import { mustBeCurrent } from '#platform/server/record-version.ts'
import { abilities } from '#platform/server/session/abilities.ts'
import { type Actor, partnerFor } from '#platform/server/session/actor.ts'
import {
  addTenant,
  confirmErasure,
  downloadProof,
  exportTenants,
  listErasures,
  listTenants,
  readTenant,
  readTenantOptions,
  removeTenant,
  reopenTenant,
  updateTenant,
} from '../contract.ts'
import { eraseTenant, resumeWork } from './jobs.ts'
import { type UserCounts, clientLimitOf, exclusiveFlags, isOpenTo } from './rules.ts'
import { type InviteFirst, lockHostNames, refuseHostNames, tellStaffEntry } from './commands.ts'
import * as erasures from './erasure-store.ts'
import { proofDocument, proofPdf } from './proof.ts'
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
        value: ({ enabled, erase_at }) =>
          word(erase_at ? 'state.removing' : enabled ? 'state.enabled' : 'state.disabled'),
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
  reopen,
  confirm,
  rows(listErasures, erasures.listQuery, (found) => ({
    data: found.map(({ begun_at, ...erasure }) => ({ ...erasure, state: stateOf({ ...erasure, begun_at }) })),
  })),
  proof,
]

const answered = <Unit extends UnitFacts & Parameters<Hosts['domainOf']>[0]>(
  tenant: Unit,
  actor: Actor,
  hosts: Hosts,
) => ({
  ...tenant,
  address: hosts.domainOf(tenant),
  allow_access_remote: tenant.lets_in,
  client_limit: clientLimitOf(tenant),
  closed:
    tenant.erase_at === null || tenant.removal !== null
      ? null
      : { erase_at: tenant.erase_at, ordered_by: tenant.ordered_by_name ?? '–' },
  can: can(actor, tenant),
})

type UnitFacts = UserCounts & {
  removal: object | null
  erase_at: Date | null
  ordered_by: string | null
  ordered_by_name: string | null
  enabled: boolean
  maintenance: boolean
  lets_in: boolean
}

function can(actor: Actor, unit: UnitFacts): string[] {
  if (unit.removal) return []
  if (unit.erase_at) {
    const isOther = unit.ordered_by !== personOf(actor).id
    return abilities(actor, { reopen: 'tenant.remove', ...(isOther && { confirm: 'tenant.remove' }) })
  }
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
  if (found.erase_at) fail('tenant.being_removed')
  mustBeCurrent(version, found.version)
  const { removing_since: _, erase_at: __, ...before } = found
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
  }
  // The menu of open pages follows.
  if (changesEntry || differs(before, { hidden_menu: sent.hidden_menu }))
    await announce({ kind: 'place_changed', what: 'settings', tenantId: id, partnerId: before.partner_id })
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

/** Closes the business unit in this transaction. A job begins the erasure after the grace period. */
const remove = handle(removeTenant, async (context, { id, name }) => {
  const { db, actor, audit } = context
  const found = await store.findForUpdate(db, id)
  if (!found) fail('call.not_found')
  const { removing_since: _, erase_at, ...before } = found
  if (erase_at) fail('tenant.being_removed')
  refuseOtherName(name, before.name)
  const by = personOf(actor)
  const place = { unitId: id, name: before.name, partnerId: before.partner_id, wasEnabled: before.enabled }
  const due = await erasures.order(db, { ...place, by: by.id, byName: by.name })
  await tellClosed(context, before)
  await audit({
    target: { type: 'tenant', id, name: before.name },
    before,
    after: { erase_at: due },
    partnerId: before.partner_id,
  })
  return { status: true as const }
})

const reopen = handle(reopenTenant, async ({ db, audit, announce, enqueue }, { id }) => {
  const { unit, order } = await orderedUnit(db, id)
  await erasures.withdraw(db, id, order.was_enabled)
  await enqueue(resumeWork, { id })
  await announce({ kind: 'access_changed', tenantId: id, reportIds: [] })
  await audit({
    target: { type: 'tenant', id, name: unit.name },
    before: { erase_at: order.erase_at },
    after: { enabled: order.was_enabled },
    partnerId: unit.partner_id,
  })
  return { status: true as const }
})

/** Ends the grace period. One person alone cannot erase a business unit at once (four-eyes principle). */
const confirm = handle(confirmErasure, async (context, { id, name }) => {
  const { db, actor, audit, enqueue } = context
  const { unit, order } = await orderedUnit(db, id)
  const by = personOf(actor)
  if (by.id === order.ordered_by) fail('tenant.confirmed_by_another')
  if (!(await erasures.mayConfirm(db, id))) fail('tenant.confirmer_too_new', { values: { days: erasureGraceDays } })
  refuseOtherName(name, unit.name)
  await erasures.confirm(db, id, by)
  await enqueue(eraseTenant, { id })
  await tellClosed(context, unit)
  await audit({
    target: { type: 'tenant', id, name: unit.name },
    before: { erase_at: order.erase_at },
    after: { erase_at: context.clock.now() },
    partnerId: unit.partner_id,
  })
  return { status: true as const }
})

const proof = file(downloadProof, ({ actor, caller, transaction, phrase }, { id, format }) =>
  downloadOf(actor, async () => {
    const found = (await transaction(({ db }) => erasures.findProof(db, id))) ?? fail('call.not_found')
    const { document, sha256, unit_name } = found
    if (document === null || sha256 === null) return fail('call.not_found')
    const words = {
      word: (key: string) => phrase(key.replace('organisation.tenants.', '')) ?? key,
      language: caller.language,
      sha256,
    }
    const name = `${words.word('organisation.tenants.proof.title')} ${unit_name}.${format}`
    if (format === 'json') return { name, type: 'application/json', bytes: Buffer.from(document) }
    const bytes = await proofPdf(proofDocument.parse(JSON.parse(document)), words)
    return { name, type: 'application/pdf', bytes }
  }),
)

const stateOf = ({ begun_at, proved_at }: { begun_at: Date | null; proved_at: Date | null }) =>
  proved_at !== null ? ('erased' as const) : begun_at !== null ? ('erasing' as const) : ('ordered' as const)

/** The person who acts; in remote access the requester. */
const personOf = (actor: Actor) => ({
  id: actor.realPerson?.id ?? actor.userId,
  name: actor.realPerson?.name ?? actor.name,
})

function refuseOtherName(typed: string, name: string): void {
  if (typed !== typedName(name)) fail('tenant.name_mistyped', { fields: { name: 'tenant.name_mistyped' } })
}

/** Locks a business unit whose erasure is ordered and has not begun. The unit is locked first, as by the other changes. */
async function orderedUnit(db: WriteContext['db'], id: string) {
  const unit = (await store.findForUpdate(db, id)) ?? fail('call.not_found')
  if (unit.removing_since) fail('tenant.being_removed')
  return { unit, order: (await erasures.findOrder(db, id)) ?? fail('call.not_found') }
}

async function tellClosed({ announce }: WriteContext, { id, partner_id }: { id: string; partner_id: string }) {
  await announce({ kind: 'access_changed', tenantId: id, reportIds: [] })
  await announce({ kind: 'place_shut', tenantId: id, partnerId: partner_id })
}
