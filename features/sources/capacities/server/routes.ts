import { fail } from '#platform/contract/failure.ts'
import { definedFields } from '#platform/server/defined-fields.ts'
import {
  type OutsideContext,
  type Route,
  type WriteContext,
  handle,
  outside,
  rows,
} from '#platform/server/http/route.ts'
import { resource } from '#platform/server/resource.ts'
import type { Interval } from '#platform/contract/week.ts'
import { makeWeek } from '#platform/contract/week.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import * as calls from '../contract.ts'
import { nextSwitch } from './rules.ts'
import { createCapacities, checkKind, refuse } from './commands.ts'
import * as store from './store.ts'

const { capacityCalls } = calls

const {
  list,
  export: file,
  select,
  read,
  remove,
  records,
} = resource(calls.capacity, capacityCalls, {
  table: 'capacities',
  computed: store.computed,
  written: {
    hours: (hours: Interval[], { language }) => makeWeek(language).inWords(hours),
    prices: (prices: calls.Price[]) => prices.map(({ size, price }) => `${size}: ${price}`).join(', '),
  },
})

const add = handle(capacityCalls.add, async (context, fields) => {
  await mustHaveCapacity(context, fields.account_id)
  const id = await records.add(context, fields)
  await planNextSwitch(context, id)
  return { status: true as const, id }
})

const update = handle(capacityCalls.update, async (context, changed) => {
  const sent = definedFields(changed)
  if (sent.account_id !== undefined) await mustHaveCapacity(context, sent.account_id)
  const before = await records.change(context, changed)
  if (sent.account_id !== undefined && sent.account_id !== before['account_id'])
    await store.forgetState(context.db, changed.id)
  await planNextSwitch(context, changed.id)
  return { status: true as const }
})

/** The owner of an account owns its capacity. The account says where the capacity is. */
async function mustHaveCapacity({ db }: WriteContext, accountId: string): Promise<void> {
  const account = (await store.findAccount(db, accountId)) ?? fail('call.not_found')
  const { kind, subscription_id, resource_group, capacity_name, capacity_size } = account
  if (kind !== 'powerbi' || !subscription_id || !resource_group || !capacity_name || !capacity_size)
    fail('capacity.incomplete', { fields: { account_id: 'capacity.incomplete' } })
}

/** Plans the next switch of the schedule, and enqueues a check of the state. */
async function planNextSwitch({ db, clock, enqueue }: WriteContext, id: string): Promise<void> {
  const { hours, zone } = (await store.findSource(db, id)) ?? fail('call.not_found')
  await store.planSwitch(db, id, nextSwitch(hours, zone, clock.now()), zone)
  await enqueue(checkKind, { capacity_id: id })
}

const changes = rows(
  calls.listCapacityChanges,
  ({ id }) => store.changesQuery(id),
  (found) => (found.length === 0 ? fail('call.not_found') : { data: found.filter(({ id }) => id !== null) as never }),
)

const costs = rows(
  calls.readCapacityCosts,
  ({ id, month }) => store.costsQuery(id, month),
  ([first, ...rest]) => {
    if (!first) fail('call.not_found')
    const data = [first, ...rest].flatMap(({ size, hours, prices }) => {
      if (size === null || hours === null) return []
      const price = prices.find((each) => each.size === size)?.price ?? null
      return [{ size, hours, price, amount: price === null ? null : hours * price }]
    })
    return { data, currency: first.currency as 'BRL' }
  },
)

export const routes = ({ embedding }: { embedding: Embedding }): Route[] => {
  const capacities = createCapacities({ embedding })

  /** Changes a capacity for a person. It returns when Azure has accepted the change; a job follows the change to its end. */
  async function change(context: OutsideContext, id: string, action: calls.CapacityAction, size?: string) {
    const { transaction, actor } = context
    const source = (await transaction(({ db }) => store.findSource(db, id))) ?? fail('call.not_found')
    const outcome = await capacities.act(context, id, {
      action,
      cause: 'person',
      userId: actor.userId,
      ...(size && { size }),
    })
    if (outcome === 'taken') fail('capacity.busy')
    if (outcome === 'unneeded') return transaction(async ({ unchanged }) => unchanged({ status: true as const }))
    if (outcome !== 'begun') refuse(outcome)
    await transaction(({ audit }) =>
      audit({
        target: { type: 'capacity', id, name: source.name },
        ...(size && { before: { size: source.size }, after: { size } }),
      }),
    )
    return { status: true as const }
  }

  return [
    list,
    file,
    select,
    read,
    add,
    update,
    remove,
    changes,
    costs,
    outside(calls.startCapacity, (context, { id }) => change(context, id, 'start')),
    outside(calls.pauseCapacity, (context, { id }) => change(context, id, 'pause')),
    outside(calls.resizeCapacity, (context, { id, size }) => change(context, id, 'resize', size)),
    outside(calls.listSizes, async (context, { id }) => ({ sizes: await capacities.sizes(context, id) })),
  ]
}
