import { addRecord, foreign, type Made, own, type Probes, resellers, tenant_id, typed } from '#testing/probe.ts'
import { people } from '#testing/world.ts'

/** A ticket of a reader, which the administrator handles. */
const stored = ({ db, unique }: Made) =>
  addRecord(db, 'tickets', {
    tenant_id,
    number: parseInt(unique.slice(0, 7), 16),
    name: `Quokka ${unique}`,
    text: 'Quokka',
    user_id: people.userOfNorte.id,
  })

/** A ticket that was opened by the caller of the probe and resolved by people who handle tickets. */
const resolved = async (made: Made) => {
  const ticket_id = await stored(made)
  const { db } = made
  const values = { status: 'closed', closed_at: new Date(), user_id: people.adminOfNorte.id }
  await db.updateTable('tickets').set(values).where('id', '=', ticket_id).execute()
  await addRecord(db, 'ticket_follow_ups', { tenant_id, ticket_id, by_handler: true, status: 'closed' })
  return ticket_id
}

/** The same ticket about a report that the administrator may open. */
const ofReport = async (made: Made) => {
  const id = await stored(made)
  await made.db.updateTable('tickets').set({ report_id: resellers }).where('id', '=', id).execute()
  return id
}

const faulty = async (made: Made) => {
  const id = await ofReport(made)
  await made.db.deleteFrom('report_faults').where('report_id', '=', resellers).execute()
  const fault_id = await addRecord(made.db, 'report_faults', { tenant_id, report_id: resellers })
  await made.db.updateTable('tickets').set({ fault_id }).where('id', '=', id).execute()
  return id
}

/** An attachment of a ticket of Norte. */
export async function attachmentOf(made: Made, ticket_id: string): Promise<string> {
  const { db } = made
  const path = `private/${tenant_id}/${Buffer.from(made.unique.padEnd(16, 'x').slice(-16)).toString('base64url')}.bin`
  const { partner_id } = await db
    .selectFrom('tenants')
    .select('partner_id')
    .where('id', '=', tenant_id)
    .executeTakeFirstOrThrow()
  const owner = { tenant_id, partner_id }
  await db
    .insertInto('files')
    .values({ ...owner, path, kind: 'ticket.attachment', bytes: 6 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db.deleteFrom('ticket_attachments').where('path', '=', path).execute()
  return addRecord(db, 'ticket_attachments', { tenant_id, ticket_id, name: 'quokka.txt', path, bytes: 6 })
}

export const probes: Probes = {
  'auth/help_desk/all': own(),
  'auth/help_desk/export': own({ format: 'csv' }),
  'auth/help_desk/get': foreign(async (made) => ({ id: await stored(made) })),
  'auth/help_desk/add': own({ name: 'Novo', text: 'Novo', priority: 'high', report_id: null, attachments: [] }),
  'auth/help_desk/follow_up/add': foreign(async (made) => ({
    ticket_id: await stored(made),
    text: 'Quokka',
    status: null,
    attachments: [],
  })),
  'auth/help_desk/draft/save': foreign(async (made) => ({ ticket_id: await stored(made), text: 'Quokka' })),
  'auth/help_desk/change/status': foreign(async (made) => ({ id: await stored(made), status: 'closed' })),
  'auth/help_desk/rate': foreign(async (made) => ({ id: await resolved(made), rating: 'good', rating_comment: null })),
  'auth/help_desk/satisfaction': own(),
  'auth/help_desk/take': foreign(async (made) => ({ id: await stored(made) })),
  'auth/help_desk/update': foreign(async (made) => ({ id: await stored(made), version: 1, priority: 'high' })),
  'auth/help_desk/merge': foreign(async (made) => {
    const id = await stored(made)
    const { db, unique } = made
    const number = parseInt(unique.slice(0, 7), 16) + 1
    return {
      id,
      into_id: await addRecord(db, 'tickets', { tenant_id, number, name: `Quokka ${unique}`, text: 'Quokka' }),
    }
  }),
  'auth/help_desk/fault/mark': foreign(async (made) => ({ id: await ofReport(made) })),
  'auth/help_desk/fault/unmark': foreign(async (made) => ({ id: await faulty(made) })),
  'auth/help_desk/fault/end': foreign(async (made) => ({ id: await faulty(made), text: 'Quokka', tickets: 1 })),
  'auth/help_desk/select': own(),
  'auth/help_desk/hand': foreign(async (made) => ({ id: await stored(made), level: 'partner', note: 'Quokka' })),
  'auth/help_desk/delete': foreign(async (made) => ({ id: await stored(made), name: typed(made.unique) })),
  'auth/help_desk/handlers/select': own(),
  'auth/help_desk/attachments/add': own({ name: 'tela.png' }),
  'auth/help_desk/attachments/file': foreign(async (made) => ({
    id: await attachmentOf(made, await stored(made)),
  })),
}
