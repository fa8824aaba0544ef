// The migration that takes tokens out of earlier texts, compared with the function that takes them out of new ones.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#platform/server/config.ts'
import { createSecrets } from '#platform/server/secrets.ts'
import { testPortal } from '#testing/portal.ts'
import { newCode, tokenOf, withoutTokens } from './reply-address.ts'

const portal = testPortal()
const migration = readFileSync('database/migrations/2026-12-02-50-tokens-in-earlier-texts.sql', 'utf8')
const create = /create function pg_temp\.without_tokens[^$]*\$\$[^$]*\$\$;/.exec(migration)?.[0] ?? ''
const token = tokenOf(newCode(), createSecrets(readConfig({ NODE_ENV: 'test' }).appSecret))

const signs = [
  '\u00ad',
  '\u034f',
  '\u061c',
  '\u180e',
  '\u200b',
  '\u200f',
  '\u202a',
  '\u2060',
  '\u206f',
  '\ufe0f',
  '\ufeff',
]
const split = fc
  .tuple(fc.nat(token.length), fc.array(fc.constantFrom(...signs), { maxLength: 8 }), fc.boolean())
  .map(([at, between, isUpper]) => {
    const text = `t${token.slice(0, at)}${between.join('')}${token.slice(at)}`
    return isUpper ? text.toUpperCase() : text
  })
const word = fc.oneof(
  split,
  fc.constantFrom(
    'reply+',
    'ref:',
    'a',
    't',
    'Z7',
    ' ',
    '.',
    '8',
    '@tickets.example',
    '\n',
    '👩‍💻',
    'Olá',
    't'.repeat(31),
  ),
)

describe('Z5: the migration of earlier texts', () => {
  let texts: string[] = []
  beforeAll(() => {
    texts = fc.sample(
      fc.array(word, { maxLength: 12 }).map((words) => words.join('')),
      { numRuns: 2_000, seed: 50 },
    )
  })

  it('takes out the same as the portal takes out of new texts', async () => {
    expect(create).not.toBe('')
    const { rows } = await portal.platform(async (db) => {
      await sql.raw(create).execute(db)
      return sql<{ clean: string }>`
        select pg_temp.without_tokens(x.text) as clean
          from unnest(${texts}::text[]) with ordinality as x (text, place) order by x.place`.execute(db)
    })
    const changed = texts.filter((text) => withoutTokens(text) !== text)
    expect(changed.length).toBeGreaterThan(500)
    expect(rows.map(({ clean }) => clean)).toEqual(texts.map(withoutTokens))
  })
})
