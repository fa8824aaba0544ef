import { foreign, type Made, own, type Probes } from '#testing/probe.ts'
import { people } from '#testing/world.ts'

const inPortuguese = (text: string) => ({ 'pt-BR': text, 'en-US': null, es: null, 'pt-PT': null })

const newBroadcast = async ({ db }: Made, text: string, starts_on: string) => {
  const values = { name: text, message: JSON.stringify(inPortuguese(text)), starts_on }
  return (await db.insertInto('broadcasts').values(values).returning('id').executeTakeFirstOrThrow()).id
}
/** Adds a message whose first day is far in the future, so that it appears in no session of another test. */
const ahead = (made: Made) => newBroadcast(made, `Quokka ${made.unique}`, '2099-01-01')

export const probes: Probes = {
  'auth/broadcasts/all': own({}, people.platform),
  'auth/broadcasts/export': own({ format: 'csv' }, people.platform),
  'auth/broadcasts/all/select': own({}, people.platform),
  'auth/broadcasts/get': foreign(async (made) => ({ id: await ahead(made) }), people.platform),
  'auth/broadcasts/add': {
    who: people.platform,
    reach: 'own',
    input: ({ unique }) => ({
      name: `Novo ${unique}`,
      message: inPortuguese(`Novo ${unique}`),
      starts_on: '2099-01-01',
      ends_on: null,
    }),
  },
  'auth/broadcasts/update': foreign(
    async (made) => ({ id: await ahead(made), version: 1, ends_on: '2099-12-31' }),
    people.platform,
  ),
  'auth/broadcasts/delete': foreign(async (made) => ({ id: await ahead(made) }), people.platform),
  'auth/broadcasts/html/check': own({ html: '<p>Olá</p>' }, people.platform),
  // The message is not present yet, so that its dismissal answers 404 also to a permitted caller.
  'auth/broadcasts/dismiss': {
    ...foreign(async (made) => ({ id: await ahead(made) })),
    control: async (made) => ({ id: await newBroadcast(made, `Novo ${made.unique}`, '2026-01-01') }),
  },
}
