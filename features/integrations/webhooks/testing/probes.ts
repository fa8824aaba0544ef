import { randomUUID } from 'node:crypto'
import { addRecord, foreign, type Made, own, type Probes, tenant_id } from '#testing/probe.ts'

const fields = { url: 'https://quokka.example/events', event_types: ['ticket.opened'] }

const newWebhook = ({ db, unique }: Made) =>
  addRecord(db, 'webhooks', {
    tenant_id,
    name: `Quokka ${unique}`,
    ...fields,
    // Off, so that no other call of the walk makes a delivery.
    active: false,
    secret_sealed: Buffer.from('sealed'),
  })

const newDelivery = async (made: Made, state = 'failed') => {
  const webhook_id = await newWebhook(made)
  const ended = { state, next_at: null, ended_at: new Date() }
  const event = { event_id: randomUUID(), event_type: 'ticket.opened', data: '{"quokka": true}' }
  return {
    webhook_id,
    id: await addRecord(made.db, 'webhook_deliveries', { tenant_id, webhook_id, ...event, ...ended }),
  }
}

const one = foreign(async (made) => ({ id: await newWebhook(made) }))
const delivery = foreign(async (made) => ({ id: (await newDelivery(made)).id }))

export const probes: Probes = {
  'auth/webhooks/all': own(),
  'auth/webhooks/all/select': own(),
  'auth/webhooks/export': own({ format: 'csv' }),
  'auth/webhooks/get': one,
  'auth/webhooks/add': {
    ...own(),
    input: ({ unique }) => ({ name: `Novo ${unique}`, ...fields, url: 'https://receiver.example/events', active: 'N' }),
  },
  'auth/webhooks/update': foreign(async (made) => ({
    id: await newWebhook(made),
    version: 1,
    name: `Outro ${made.unique}`,
  })),
  'auth/webhooks/delete': one,
  'auth/webhooks/rotate': one,
  'auth/webhooks/test': one,
  'auth/webhooks/deliveries/all': own(),
  'auth/webhooks/deliveries/export': own({ format: 'csv' }),
  'auth/webhooks/deliveries/get': delivery,
  'auth/webhooks/deliveries/again': delivery,
  'auth/webhooks/deliveries/again/span': foreign(async (made) => ({
    webhook_id: (await newDelivery(made)).webhook_id,
    from: '2020-01-01T00:00:00Z',
    to: '2040-01-01T00:00:00Z',
    only_failed: 'S',
  })),
  'auth/webhooks/events': own(),
}
