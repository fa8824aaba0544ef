import { randomUUID } from 'node:crypto'
import { addRecord, foreign, type Made, own, type Probes, tenant_id } from '#testing/probe.ts'
import { people } from '#testing/world.ts'
import type { TicketMailState } from '../contract.ts'

/** A mail of Norte in a state. Its original is not kept. */
async function stored({ db, unique }: Made, state: TicketMailState): Promise<string> {
  const user_id = people.userOfNorte.id
  const number = parseInt(unique.slice(0, 7), 16)
  const ticket_id = await addRecord(db, 'tickets', {
    tenant_id,
    number,
    name: `Quokka ${unique}`,
    text: 'Quokka',
    user_id,
  })
  const subject = `Quokka ${unique}`
  const mail = { way: 'address', has_null_sender: false, sender: 'quokka@example.com', subject, bytes: 1, state }
  const message_key = randomUUID()
  return addRecord(db, 'ticket_mails', { tenant_id, ticket_id, user_id, message_key, ...mail, reason: 'sender' })
}

export const probes: Probes = {
  'auth/help_desk/mails/all': own(),
  'auth/help_desk/mails/state': own(),
  'auth/help_desk/mails/get': foreign(async (made) => ({ id: await stored(made, 'review') })),
  'auth/help_desk/mails/original': foreign(async (made) => ({ id: await stored(made, 'review') })),
  'auth/help_desk/mails/accept': foreign(async (made) => ({ id: await stored(made, 'review') })),
  'auth/help_desk/mails/discard': foreign(async (made) => ({ id: await stored(made, 'review') })),
  'auth/help_desk/mails/retry': foreign(async (made) => ({ id: await stored(made, 'dead') })),
}
