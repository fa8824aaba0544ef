import { foreign, type Made, own, type Probes, tenant_id } from '#testing/probe.ts'

const said = (words: string) => {
  const text = { 'pt-BR': words, 'en-US': null, es: null, 'pt-PT': null }
  return { title: text, body: text }
}

/** An informative term, because a mandatory one would stop all further calls of its people. */
const newTerm = async ({ db, unique }: Made, edition = 0) => {
  const { title, body } = said(`Quokka ${unique}`)
  const texts = { title: JSON.stringify(title), body: JSON.stringify(body) }
  const values = { tenant_id, ...texts, condition: 'informative', place: 'after_login', edition }
  const { id } = await db.insertInto('user_terms').values(values).returning('id').executeTakeFirstOrThrow()
  if (edition > 0)
    await db
      .insertInto('user_term_editions')
      .values({ term_id: id, edition, tenant_id, ...texts })
      .execute()
  return id
}

const fields = { condition: 'informative', place: 'after_login', report_id: null, active: 'S' }

export const probes: Probes = {
  'auth/user_terms/all': own(),
  'auth/user_terms/export': own({ format: 'csv' }),
  'auth/user_terms/all/select': own(),
  'auth/user_terms/get': foreign(async (made) => ({ id: await newTerm(made) })),
  'auth/user_terms/add': { ...own(), input: ({ unique }) => ({ ...said(`Novo ${unique}`), ...fields }) },
  'auth/user_terms/update': foreign(async (made) => ({ id: await newTerm(made), version: 1, active: 'N' })),
  'auth/user_terms/delete': foreign(async (made) => ({ id: await newTerm(made) })),
  'auth/user_terms/publish': foreign(async (made) => ({ id: await newTerm(made), version: 1 })),
  'auth/user_terms/html/check': own({ html: '<p>Olá</p>' }),
  'auth/user_terms/reports': own(),
  'auth/user_terms/editions': { ...own(), input: async (made) => ({ id: await newTerm(made, 1) }) },
  'auth/user_terms/due': own(),
  'auth/user_terms/accept': foreign(async (made) => ({ id: await newTerm(made, 1), version: 1 })),
  'auth/user_terms/acceptances/all': { ...own(), input: async (made) => ({ term_id: await newTerm(made, 1) }) },
  'auth/user_terms/acceptances/export': {
    ...own(),
    input: async (made) => ({ term_id: await newTerm(made, 1), format: 'csv' }),
  },
}
