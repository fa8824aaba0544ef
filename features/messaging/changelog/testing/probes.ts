import { own, foreign, type Made, type Probes } from '#testing/probe.ts'
import { people } from '#testing/world.ts'

const entryTexts = (unique: string) => {
  const text = { 'pt-BR': `Quokka ${unique}`, 'en-US': null, es: null, 'pt-PT': null }
  return { title: text, body: text }
}

const newChangelogEntry = async ({ db, unique }: Made) => {
  const { title, body } = entryTexts(unique)
  const values = {
    title: JSON.stringify(title),
    body: JSON.stringify(body),
    kind: 'improvement',
    day: '2026-01-31',
    sent: false,
  }
  return (await db.insertInto('changelog_entries').values(values).returning('id').executeTakeFirstOrThrow()).id
}

export const probes: Probes = {
  'auth/changelog/all': own({}, people.platform),
  'auth/changelog/export': own({ format: 'csv' }, people.platform),
  'auth/changelog/all/select': own({}, people.platform),
  'auth/changelog/get': foreign(async (made) => ({ id: await newChangelogEntry(made) }), people.platform),
  'auth/changelog/add': foreign(
    ({ unique }) => ({ ...entryTexts(unique), kind: 'improvement', day: '2026-01-31', sent: 'N' }),
    people.platform,
  ),
  'auth/changelog/update': foreign(
    async (made) => ({ id: await newChangelogEntry(made), version: 1, kind: 'new_version' }),
    people.platform,
  ),
  'auth/changelog/delete': foreign(async (made) => ({ id: await newChangelogEntry(made) }), people.platform),
  'auth/changelog/timeline': own(),
}
