import { addRecord, foreign, type Made, own, type Probe, type Probes, tenant_id } from '#testing/probe.ts'

const inPortuguese = (text: string) => ({ 'pt-BR': text, 'en-US': null, es: null, 'pt-PT': null })

/** Adds a template. A type has one template, so an earlier one of the same walk is removed first. */
const newTemplate = async ({ db, unique }: Made) => {
  await db.deleteFrom('notification_templates').where('tenant_id', '=', tenant_id).execute()
  const texts = JSON.stringify(inPortuguese(`Quokka ${unique}`))
  return addRecord(db, 'notification_templates', { tenant_id, type: 'access_granted', subject: texts, body: texts })
}

const draft = { type: 'access_granted', language: 'pt-BR', subject: 'Olá', body: '<p>Olá</p>' }

const adding: Probe['input'] = async ({ db, unique }) => {
  await db.deleteFrom('notification_templates').execute()
  return { type: 'access_denied', subject: inPortuguese(`Novo ${unique}`), body: inPortuguese('<p>Novo</p>') }
}

export const probes: Probes = {
  'auth/notifications/templates/all': own(),
  'auth/notifications/templates/all/select': own(),
  'auth/notifications/templates/export': own({ format: 'csv' }),
  'auth/notifications/templates/get': foreign(async (made) => ({ id: await newTemplate(made) })),
  'auth/notifications/templates/add': { ...own(), input: adding },
  'auth/notifications/templates/update': foreign(async (made) => ({
    id: await newTemplate(made),
    version: 1,
    subject: inPortuguese(`Outro ${made.unique}`),
  })),
  'auth/notifications/templates/delete': foreign(async (made) => ({ id: await newTemplate(made) })),
  'auth/notifications/templates/default': own({ type: 'access_granted' }),
  'auth/notifications/templates/preview': own(draft),
  'auth/notifications/templates/test': own(draft),
  'auth/notifications/templates/html/check': own({ html: '<p>Olá</p>' }),
}
