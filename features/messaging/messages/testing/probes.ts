import { addRecord, foreign, type Made, own, type Probes, tenant_id, typed } from '#testing/probe.ts'
import { people } from '#testing/world.ts'

/** Adds a notification that Norte's administrator wrote to a reader. */
const newMessage = async ({ db, unique }: Made) => {
  const content = JSON.stringify({ 'pt-BR': `Quokka ${unique}`, 'en-US': null, es: null, 'pt-PT': null })
  const id = await addRecord(db, 'notifications', {
    tenant_id,
    type: 'message',
    title: content,
    body: content,
    words: `Quokka ${unique}`,
    author_id: people.adminOfNorte.id,
    author_name: people.adminOfNorte.name,
    addressees: JSON.stringify({ target: 'chosen', groups: [], people: [people.userOfNorte.id] }),
    published_at: new Date(),
  })
  await db
    .insertInto('notification_receipts')
    .values({ tenant_id, notification_id: id, user_id: people.userOfNorte.id })
    .execute()
  return id
}

const texts = (text: string) => ({ 'pt-BR': text, 'en-US': null, es: null, 'pt-PT': null })

export const probes: Probes = {
  'auth/notifications/messages/all': own(),
  'auth/notifications/messages/get': foreign(async (made) => ({ id: await newMessage(made) })),
  'auth/notifications/messages/readers/all': own({ message_id: '0198c0de-0000-7000-8000-000000000000' }),
  'auth/notifications/messages/readers/export': own({
    message_id: '0198c0de-0000-7000-8000-000000000000',
    format: 'csv',
  }),
  'auth/notifications/messages/add': foreign(({ unique }) => ({
    title: texts(`Quokka ${unique}`),
    body: texts('<p>Quokka</p>'),
    target: 'chosen',
    group_ids: [],
    user_ids: [people.userOfNorte.id],
    login_notice: 'N',
    starts_on: null,
    ends_on: null,
  })),
  'auth/notifications/messages/addressees/count': foreign(() => ({
    target: 'chosen',
    group_ids: [],
    user_ids: [people.userOfNorte.id],
  })),
  'auth/notifications/messages/delete': foreign(async (made) => ({
    id: await newMessage(made),
    name: typed(made.unique),
  })),
  'auth/notifications/messages/groups/select': own(),
  'auth/notifications/messages/people/select': own(),
  'auth/notifications/messages/picture/add': own({ kind: 'picture' }),
  'auth/notifications/messages/draft': own({ wish: 'Quokka', language: 'pt-BR' }),
  'auth/notifications/messages/html/check': own({ html: '<p>Olá</p>' }),
}
