import { webhooks as limits } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { exported } from '#platform/server/export/export.ts'
import { recordSheet } from '#platform/server/export/record-sheet.ts'
import { createLimiter, type Limiter } from '#platform/server/http/limiter.ts'
import { handle, outside, type Route, rows, type WriteContext } from '#platform/server/http/route.ts'
import type { Outgoing } from '#platform/server/outgoing.ts'
import { resource } from '#platform/server/resource.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import { abilities } from '#platform/server/session/abilities.ts'
import { tenantOf } from '#platform/server/session/actor.ts'
import * as calls from '../contract.ts'
import { webhook, webhookCalls } from '../contract.ts'
import { secretPurpose, sendSoon } from './commands.ts'
import { bodyOf, newSecret } from './rules.ts'
import * as store from './store.ts'

/** The time of the samples. */
const sampleTime = new Date('2026-11-30T12:00:00Z')

const done = { status: true as const }

const {
  list,
  export: file,
  select,
  read,
  remove,
  records,
} = resource(webhook, webhookCalls, {
  table: 'webhooks',
  computed: store.computed,
  searched: ['url'],
  written: { event_types: (types: string[]) => types.join(', ') },
})

const target = (id: string, name: string) => ({ type: 'webhook', id, name })

type Dependencies = { outgoing: Outgoing; secrets: Secrets }

export const routes = ({ outgoing, secrets }: Dependencies): Route[] => {
  const tests = createLimiter(limits.tests)
  const agains = createLimiter(limits.again)

  const add = handle(webhookCalls.add, async ({ db, audit }, fields) => {
    mustBeAllowed(outgoing, fields.url)
    if ((await store.countWebhooks(db)) >= limits.perUnit) fail('webhook.limit_reached')
    const secret = newSecret()
    const id = await store.add(db, { ...fields, secret_sealed: secrets.seal(secret, secretPurpose) })
    await audit({ target: target(id, fields.name), after: fields })
    return { ...done, id, secret }
  })

  const update = handle(webhookCalls.update, async (context, changed) => {
    if (changed.url !== undefined) mustBeAllowed(outgoing, changed.url)
    if (changed.active) await store.forgive(context.db, changed.id)
    const before = await records.change(context, changed)
    if (changed.active && !before['active']) await sendSoon({ ...context, tenantId: tenantOf(context.actor) })
    return done
  })

  const rotate = handle(calls.rotateSecret, async ({ db, audit }, { id }) => {
    const secret = newSecret()
    const { name, old_secret_until } =
      (await store.rotate(db, id, secrets.seal(secret, secretPurpose))) ?? fail('call.not_found')
    await audit({ target: target(id, name), after: { secret } })
    return { ...done, id, secret, old_secret_until }
  })

  const test = handle(calls.sendTest, async (context, { id }) => {
    const { db, actor, audit } = context
    mustBeAdmitted(tests, context)
    const name = (await store.nameOf(db, id)) ?? fail('call.not_found')
    const delivery = await store.addTest(db, id, calls.testEvent, { webhook: { id, name } })
    await audit({ target: target(id, name) })
    await sendSoon({ ...context, tenantId: tenantOf(actor) })
    return { ...done, id: delivery }
  })

  return [list, file, select, read, add, update, remove, rotate, test, ...log, ...again(agains)]
}

/** The URL may be called: https at a public address, unless the operator allows others. */
function mustBeAllowed(outgoing: Outgoing, url: string): void {
  if (!outgoing.allows(url)) fail('task.webhook_refused', { fields: { url: 'task.webhook_refused' } })
}

function mustBeAdmitted(limiter: Limiter, { actor, clock }: Pick<WriteContext, 'actor' | 'clock'>): void {
  if (!limiter.admits(actor.userId, clock.now())) fail('call.throttled', { retryAfter: 60 })
}

const log: Route[] = [
  rows(calls.listDeliveries, store.deliveriesQuery, (found, _, asked) =>
    pageOf(found, asked, ({ total: __, ...row }) => row),
  ),
  exported(calls.exportDeliveries, {
    target: 'webhook',
    query: store.deliveriesQuery,
    columns: (reader) =>
      recordSheet(
        calls.listDeliveries.answers.shape.data.element.shape,
        { webhook: ({ name }: { name: string }) => name },
        reader,
      ),
  }),
  rows(
    calls.readDelivery,
    ({ id }) => store.deliveryQuery(id),
    ([found], { actor }) => {
      const { data, occurred_at, sequence, attempted, ...row } = found ?? fail('call.not_found')
      return {
        ...row,
        body: bodyOf({ ...row, data, occurred_at, sequence }),
        attempted: attempted.map(({ next_at, created_at, ...attempt }) => ({
          ...attempt,
          next_at: next_at === null ? null : new Date(next_at),
          created_at: new Date(created_at),
        })),
        can: abilities(actor, { again: 'webhook.update' }),
      }
    },
  ),
  outside(calls.readEvents, () =>
    calls.eventTypes.map((type) => ({
      type,
      sample: bodyOf({
        event_id: '',
        event_type: type,
        data: calls.events[type].sample,
        occurred_at: sampleTime,
        sequence: sampleTime.getTime() * 1_000,
      }),
    })),
  ),
]

const again = (limiter: Limiter): Route[] => [
  handle(calls.sendAgain, async (context, { id }) => {
    const { db, actor, audit } = context
    mustBeAdmitted(limiter, context)
    const found = (await store.startAgain(db, id)) ?? fail('call.not_found')
    await audit({ target: target(found.webhook_id, found.name), after: { event_type: found.event_type } })
    await sendSoon({ ...context, tenantId: tenantOf(actor) })
    return done
  }),
  handle(calls.sendSpanAgain, async (context, span) => {
    const { db, actor, audit } = context
    mustBeAdmitted(limiter, context)
    const { webhook_id: id, from, to, only_failed } = span
    const name = (await store.nameOf(db, id)) ?? fail('call.not_found')
    if (from > to) fail('call.invalid', { fields: { to: 'invalid' } })
    const sent = await store.startSpanAgain(db, span)
    if (sent === 0) return context.unchanged({ ...done, sent })
    await audit({ target: target(id, name), after: { from, to, only_failed, sent } })
    await sendSoon({ ...context, tenantId: tenantOf(actor) })
    return { ...done, sent }
  }),
]
