import { addRecord, type Made, ofAlfa, own, type Probe, type Probes, tenant_id } from '#testing/probe.ts'
import { attachmentOf } from '#features/help-desk/tickets/testing/probes.ts'
import { people } from '#testing/world.ts'

/** A ticket that Norte handed up to its partner. */
const stored = ({ db, unique }: Made) =>
  addRecord(db, 'tickets', {
    tenant_id,
    number: parseInt(unique.slice(0, 7), 16),
    name: `Quokka ${unique}`,
    text: 'Quokka',
    user_id: people.userOfNorte.id,
    level: 'partner',
  })

const ofPartner = (input: Probe['input']): Probe => ({ who: ofAlfa, reach: 'foreign', input })

export const probes: Probes = {
  'auth/help_desk/handed/all': own({}, ofAlfa),
  'auth/help_desk/handed/get': ofPartner(async (made) => ({ id: await stored(made) })),
  'auth/help_desk/handed/answer': ofPartner(async (made) => ({ ticket_id: await stored(made), text: 'Quokka' })),
  'auth/help_desk/handed/draft/save': ofPartner(async (made) => ({ ticket_id: await stored(made), text: 'Quokka' })),
  'auth/help_desk/handed/attachments/add': ofPartner(async (made) => ({
    ticket_id: await stored(made),
    name: 'tela.png',
  })),
  'auth/help_desk/handed/attachments/file': ofPartner(async (made) => ({
    id: await attachmentOf(made, await stored(made)),
  })),
  'auth/help_desk/handed/hand': ofPartner(async (made) => ({ id: await stored(made), level: 'unit', note: 'Quokka' })),
}
