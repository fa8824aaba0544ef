// The sort key of a name by language is that of the name which the person reads.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { languages } from '#catalogue/languages.ts'
import { onOwner } from '#testing/global-setup.ts'
import { testPortal } from '#testing/portal.ts'

const portal = testPortal()

const name = fc.string({
  minLength: 1,
  maxLength: 12,
  unit: fc.constantFrom('a', 'Z', 'Ã', 'é', 'ñ', 'ß', ' ', '1', '中'),
})
const language = fc.constantFrom(...languages)
const record = fc.record({ names: fc.dictionary(language, name), name, language })

it('a list is ordered by the name in the language of its reader, whether it has one or not', async () => {
  const records = fc.sample(record, 500)
  const { rows } = await onOwner(portal.ownerUrl, (owner) =>
    owner.query(
      `select r.* from jsonb_to_recordset($1) r (names jsonb, name text, language text)
        where app.sort_name_in(r.names, app.plain(r.name), r.language) is distinct from app.plain(app.name_in(r.names, r.name, r.language))`,
      [JSON.stringify(records)],
    ),
  )
  expect(rows).toEqual([])
  expect(records.some(({ names, language: read }) => read in names)).toBe(true)
})
