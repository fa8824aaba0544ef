import { errorSentence } from '#catalogue/phrases/sentence.ts'
import type { InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { createBulkhead } from '#platform/server/bulkhead.ts'
import { differs } from '#platform/server/defined-fields.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import { handle, open, outside, type Route, type WriteContext } from '#platform/server/http/route.ts'
import { createOpenId, type OpenId, OpenIdFault } from '#platform/server/openid/openid.ts'
import type { Outgoing } from '#platform/server/outgoing.ts'
import { mustBeCurrent } from '#platform/server/record-version.ts'
import { type Records, resource } from '#platform/server/resource.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import { createProviderLimits } from '#features/identity/federation/server/commands.ts'
import {
  changeOpenidStatus,
  openid,
  openidCallback,
  openidCalls,
  openidLogin,
  type ProviderKind,
  testOpenid,
} from '../contract.ts'
import { faultsOf, keepsSecret } from './rules.ts'
import { finishOpenid, secretPurpose, startOpenid } from './service.ts'
import * as store from './store.ts'

type Dependencies = { hosts: Hosts; secrets: Secrets; outgoing: Outgoing }

export function routes({ hosts, secrets, outgoing }: Dependencies): Route[] {
  const openId = createOpenId(outgoing)
  const signing = { hosts, secrets, openId }
  const limits = createProviderLimits()
  // A provider that answers slowly occupies only the slots of its own business unit (S11).
  const bulkhead = createBulkhead({ atOnce: 200, reservedPerCaller: 10, retryAfter: 5 })
  return [
    ...providerRoutes({ hosts, secrets, outgoing, openId }),
    open(openidLogin, (context, input) => {
      limits.admitStart(context)
      return bulkhead.run(context.caller.host, () => startOpenid(signing, context, input))
    }),
    open(openidCallback, (context, input) =>
      limits.examine(context, (countUnproven) =>
        bulkhead.run(context.caller.host, () => finishOpenid(signing, context, input, countUnproven)),
      ),
    ),
  ]
}

/** The routes of the screen that manages the providers. */
function providerRoutes({ hosts, secrets, outgoing, openId }: Dependencies & { openId: OpenId }): Route[] {
  const computed = store.computedOf(hosts)
  const {
    list,
    export: file,
    select,
    read,
    remove,
    records,
  } = resource(openid, openidCalls, { table: 'openid_providers', computed, sorts: { people: computed.people } })
  const keeping = { secrets, outgoing, records }
  // Rate limit of tests, because each one is a request to a URL that the caller chose.
  const limiter = createLimiter({ perMinute: 10, allPerMinute: 300 })
  return [
    list,
    file,
    select,
    read,
    remove,
    handle(openidCalls.add, async (context, input) => ({
      status: true as const,
      id: await add(context, input, keeping),
    })),
    handle(openidCalls.update, async (context, input) => {
      await change(context, input, keeping)
      return { status: true as const }
    }),
    handle(changeOpenidStatus, async (context, { id, status }) => {
      const { name, status: before } = await records.find(context, id)
      if (before === status) return context.unchanged({ status: true as const })
      await store.setStatus(context.db, id, status)
      await context.audit({ target: { type: 'openid', id, name }, before: { status: before }, after: { status } })
      return { status: true as const }
    }),
    outside(testOpenid, async ({ actor, clock, caller }, { issuer }) => {
      if (!limiter.admits(actor.userId, clock.now())) fail('call.throttled', { retryAfter: 60 })
      if (!outgoing.allows(issuer)) fail('openid.issuer_refused', { fields: { issuer: 'openid.issuer_refused' } })
      try {
        await openId.check(issuer, clock.now())
        return { status: true, message: null }
      } catch (error) {
        if (!(error instanceof OpenIdFault)) throw error
        return { status: false, message: errorSentence('openid.issuer_unreachable', caller.language) }
      }
    }),
  ]
}

type Keeping = { secrets: Secrets; outgoing: Outgoing; records: Records }
type ProviderFields = { kind: ProviderKind; issuer: string; directories: string[]; domains: string[] }

function checkProvider(provider: ProviderFields, outgoing: Outgoing): void {
  if (!outgoing.allows(provider.issuer)) fail('openid.issuer_refused', { fields: { issuer: 'openid.issuer_refused' } })
  const faults = faultsOf(provider)
  const [code] = Object.values(faults)
  if (code) fail(code, { fields: faults })
}

async function add(context: WriteContext, input: InputOf<typeof openidCalls.add>, keeping: Keeping): Promise<string> {
  const { secrets, outgoing, records } = keeping
  const { client_secret: secret, ...fields } = input
  checkProvider(fields, outgoing)
  const id = await records.add(context, fields)
  if (secret) await store.setSecret(context.db, id, secrets.seal(secret, secretPurpose), { raise: false })
  return id
}

/** Changes a provider: a change of the secret and of other fields raises the version once. */
async function change(context: WriteContext, input: InputOf<typeof openidCalls.update>, keeping: Keeping) {
  const { secrets, outgoing, records } = keeping
  const { client_secret: secret, ...sent } = input
  const { id, version, ...fields } = sent
  const before = await records.find(context, id)
  mustBeCurrent(version, before.version)
  const stored = before as typeof before & ProviderFields & { client_id: string }
  const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const after = { ...stored, ...changes }
  checkProvider(after, outgoing)
  if (!secret && !keepsSecret(stored, after) && (await store.hasSecret(context.db, id)))
    fail('call.invalid', { fields: { client_secret: 'required' } })
  if (!secret) return void (await records.change(context, sent))
  const isChanged = differs(before, fields)
  await store.setSecret(context.db, id, secrets.seal(secret, secretPurpose), { raise: !isChanged })
  if (isChanged) return void (await records.change(context, sent))
  await context.audit({ target: { type: 'openid', id, name: before.name }, after: { client_secret: true } })
}
