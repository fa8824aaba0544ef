import { foreign, type Made, own, type Probes, tenant_id } from '#testing/probe.ts'

const entryTexts = (content: string) => {
  const text = { 'pt-BR': content, 'en-US': null, es: null, 'pt-PT': null }
  return { question: text, answer: text }
}

const newEntry = async ({ db, unique }: Made) => {
  const { question, answer } = entryTexts(`Quokka ${unique}`)
  const texts = { question: JSON.stringify(question), answer: JSON.stringify(answer) }
  const { id } = await db
    .insertInto('faq_entries')
    .values({ tenant_id, ...texts, position: 9 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const probes: Probes = {
  'auth/faq/entries/all': own(),
  'auth/faq/entries/export': own({ format: 'csv' }),
  'auth/faq/entries/all/select': own(),
  'auth/faq/entries/get': foreign(async (made) => ({ id: await newEntry(made) })),
  'auth/faq/entries/add': { ...own(), input: ({ unique }) => entryTexts(`Novo ${unique}`) },
  'auth/faq/entries/update': foreign(async (made) => {
    const { answer } = entryTexts(`Quokka ${made.unique} b`)
    return { id: await newEntry(made), version: 1, answer }
  }),
  'auth/faq/entries/delete': foreign(async (made) => ({ id: await newEntry(made) })),
  'auth/faq/entries/html/check': own({ html: '<p>Olá</p>' }),
  'auth/faq/entries/order/get': own(),
  'auth/faq/entries/change/order': foreign(async (made) => ({ ids: [await newEntry(made)] })),
  'auth/faq/all': own(),
}
