import { randomBytes } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { domainChecks, domains as limits } from '#catalogue/limits.ts'
import type { InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { typedName } from '#platform/contract/typed-name.ts'
import { pageOf } from '#platform/server/database/list.ts'
import type { Dns } from '#platform/server/dns.ts'
import { exported } from '#platform/server/export/export.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import { type ReadContext, type Route, handle, handlePrepared, outside, rows } from '#platform/server/http/route.ts'
import { abilities } from '#platform/server/session/abilities.ts'
import { type Actor, may, partnerFor } from '#platform/server/session/actor.ts'
import type { Gate } from '#platform/server/session/gate.ts'
import * as calls from '../contract.ts'
import { isPublicSuffix, lookAlikeOf, mixesScripts } from './look-alikes.ts'
import { hostIn, isBelow, readableName, recordName, recordValue } from './rules.ts'
import { lookUpTexts, entryOf, storeCheck } from './service.ts'
import * as store from './store.ts'

type Dependencies = { hosts: Hosts; dns: Dns; acrossTenants: Gate['acrossTenants'] }

export function routes({ hosts, dns, acrossTenants }: Dependencies, limiter = createLimiter(domainChecks)): Route[] {
  /** Which name it is, and whether people could take it for another one. The names of all partners are read before the transaction. */
  const nameOf = async ({ actor }: ReadContext, input: InputOf<typeof calls.addDomain>) => {
    const partner_id = partnerFor(actor, input.parceiro_id)
    const host = hostIn(input.name) ?? fail('call.invalid', { fields: { name: 'invalid' } })
    const isAllowedByHand = input.reason !== undefined
    if (isAllowedByHand && !may(actor, 'domain.confirm')) fail('access.functionality_refused')
    if (isBelow(host, hosts.publicUrl.hostname)) fail('domain.of_portal', { fields: { name: 'domain.of_portal' } })
    if (isPublicSuffix(host)) fail('domain.public_suffix', { fields: { name: 'domain.public_suffix' } })
    if (!isAllowedByHand) {
      const others = await acrossTenants('names that a domain may look like', (db) =>
        store.hostsOfOthers(db, partner_id),
      )
      if (mixesScripts(host) || lookAlikeOf(host, [hosts.publicUrl.hostname, ...others]) !== null)
        fail('domain.look_alike', { fields: { name: 'domain.look_alike' } })
    }
    return { host, partner_id, ...input }
  }

  const add = handlePrepared(
    calls.addDomain,
    nameOf,
    async ({ db, clock, audit }, { host, partner_id, tenant_id, reason }) => {
      if (!(await store.isTarget(db, partner_id, tenant_id))) fail('call.not_found')
      await store.holdPartner(db, partner_id)
      if ((await store.countOf(db, partner_id)) >= limits.ofPartner) fail('domain.limit')
      if (await store.isTaken(db, host)) fail('tenant.domain_taken', { fields: { name: 'tenant.domain_taken' } })
      const token = randomBytes(24).toString('base64url')
      const id = await store.add(db, { host, partner_id, tenant_id, token, next_check_at: clock.now() })
      await audit({
        target: { type: 'domain', id, name: host },
        after: { name: host, tenant_id, reason },
        partnerId: partner_id,
      })
      return { status: true as const, id }
    },
  )

  const check = outside(calls.checkDomain, async ({ actor, clock, transaction }, { id }) => {
    if (!limiter.admits(actor.userId, clock.now())) fail('call.throttled', { retryAfter: 60 })
    const currentDomain = (await transaction(({ db }) => store.find(db, id))) ?? fail('call.not_found')
    const texts = await lookUpTexts(dns, currentDomain)
    return transaction(async ({ db, audit }) => {
      const { state, fault, domain } = (await storeCheck(db, id, texts, clock.now())) ?? fail('call.not_found')
      await audit(entryOf(domain, { before: { state: domain.state, fault: domain.fault }, after: { state, fault } }))
      return { status: true as const, state, fault }
    })
  })

  const confirm = handle(calls.confirmDomain, async ({ db, actor, clock, audit }, { id, reason }) => {
    const domain = (await store.lock(db, id)) ?? fail('call.not_found')
    if (domain.state === 'verified') fail('domain.verified_already')
    if (await store.isTaken(db, domain.host)) fail('tenant.domain_taken')
    await store.verify(db, domain, {
      proof: 'hand',
      checkedAt: clock.now(),
      nextCheckAt: null,
      confirmedBy: actor.realPerson?.email ?? actor.email,
      reason,
    })
    await audit(entryOf(domain, { after: { reason } }))
    return { status: true as const }
  })

  const setMain = handle(calls.setMainDomain, async ({ db, audit, unchanged }, { id }) => {
    const domain = (await store.lock(db, id)) ?? fail('call.not_found')
    if (domain.state !== 'verified') fail('domain.not_verified')
    if (domain.main) return unchanged({ status: true as const })
    await store.setMain(db, domain)
    await audit(entryOf(domain, { before: { main: false }, after: { main: true } }))
    return { status: true as const }
  })

  /** The database ends the sessions at the removed host; open pages load the session again and learn it. */
  const remove = handle(calls.removeDomain, async ({ db, audit, announce }, { id, name }) => {
    const domain = (await store.lock(db, id)) ?? fail('call.not_found')
    const { host, tenant_id, state, main } = domain
    if (name !== typedName(host)) fail('tenant.name_mistyped', { fields: { name: 'tenant.name_mistyped' } })
    await store.remove(db, id)
    if (state === 'verified' && tenant_id !== null)
      await announce({ kind: 'access_changed', tenantId: tenant_id, reportIds: [] })
    await audit(entryOf(domain, { before: { name: host, tenant_id, state, main } }))
    return { status: true as const }
  })

  return [list, file, readOneDomain, options, add, check, confirm, setMain, remove]
}

function answered(
  {
    token: _,
    verified_at: __,
    confirmed_by: ___,
    reason: ____,
    next_check_at: _____,
    version: ______,
    ...row
  }: store.DomainRow,
  actor: Actor,
) {
  const { state, main, proof } = row
  const verbs = abilities(actor, { check: 'domain.update', remove: 'domain.remove' })
  const more = [
    ...(state === 'verified' && !main ? abilities(actor, { main: 'domain.update' }) : []),
    ...(state === 'verified' ? [] : abilities(actor, { confirm: 'domain.confirm' })),
  ]
  return { ...row, proof, readable: readableName(row.name), can: [...verbs, ...more] }
}

const page = (input: Parameters<typeof store.pageQuery>[0]) => store.pageQuery(input, hostFragment(input.search))

/** Returns the ASCII form of a search text that is a part of an international name; null for any other text. */
function hostFragment(search: string): string | null {
  if (!/[^ -~]/.test(search)) return null
  return domainToASCII(search.trim().toLowerCase()) || null
}

const list = rows(calls.listDomains, page, (found, { actor }, options) =>
  pageOf(found, options, ({ total: _, ...domain }) => answered(domain, actor)),
)

const file = exported(calls.exportDomains, {
  target: 'domain',
  query: page,
  columns: ({ word, madeOn }) => [
    { key: 'name', title: word('field.name'), value: ({ name }) => name },
    { key: 'name', title: word('field.readable'), value: ({ name }) => readableName(name) },
    { key: 'unit', title: word('leadsTo'), value: ({ unit, partner }) => unit ?? partner },
    { key: 'partner', title: word('field.parceiro_id'), value: ({ partner }) => partner },
    { key: 'state', title: word('field.state'), value: ({ state }) => word(`state.${state}`) },
    { key: 'main', title: word('field.main'), value: ({ main }) => (main ? word('field.main') : null) },
    { key: 'checked_at', title: word('field.checked_at'), value: ({ checked_at }) => checked_at },
    { key: 'created_at', title: madeOn, value: ({ created_at }) => created_at },
  ],
})

const readOneDomain = rows(
  calls.readDomain,
  ({ id }) => store.findQuery(id),
  ([found], { actor, caller }) => {
    if (!found) fail('call.not_found')
    const { token, verified_at, confirmed_by, reason, next_check_at, version, name } = found
    return {
      ...answered(found, actor),
      record_name: recordName(name),
      record_value: recordValue(token),
      verified_at,
      confirmed_by,
      reason,
      next_check_at,
      present: caller.host === name,
      version,
    }
  },
)

const options = rows(calls.readDomainOptions, store.optionsQuery, ([found]) => found ?? fail('call.failed'))
