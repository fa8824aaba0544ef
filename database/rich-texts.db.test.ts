import { beforeAll, expect, it } from 'vitest'
import type { Texts } from '#catalogue/languages.ts'
import { faqEntryCalls } from '#features/messaging/faq/contract.ts'
import { userTermCalls } from '#features/organisation/user-terms/contract.ts'
import { readSqlFiles } from '#platform/server/database/sql-files.ts'
import { textOf } from '#platform/server/html/clean.ts'
import { onOwner } from '#testing/global-setup.ts'
import { testPortal } from '#testing/portal.ts'
import { people, tenants } from '#testing/world.ts'

const portal = testPortal()
const inPortuguese = (text: string): Texts => ({ 'pt-BR': text, 'en-US': null, es: null, 'pt-PT': null })
const link = (address: string) => `<a href="${address}" target="_blank" rel="noopener noreferrer">${address}</a>`

/** Plain texts as they were stored, and the HTML that the migration makes of them. */
const texts: readonly (readonly [string, string])[] = [
  ['Uma linha', '<p>Uma linha</p>'],
  ['Uma\nDuas\r\nTrês', '<p>Uma<br />Duas<br />Três</p>'],
  ['Um\n\nDois\n \t\n\n Três', '<p>Um</p><p>Dois</p><p>Três</p>'],
  ['a < b & c > d', '<p>a &lt; b &amp; c &gt; d</p>'],
  ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
  [`"aspas" e 'aspas' &lt;`, '<p>&quot;aspas&quot; e &#39;aspas&#39; &amp;lt;</p>'],
  ['Veja https://example.com/a?b=1&c=2.', `<p>Veja ${link('https://example.com/a?b=1&amp;c=2')}.</p>`],
  ['(https://example.com), https://b.example', `<p>(${link('https://example.com')}), ${link('https://b.example')}</p>`],
  ['https://a@b.example http://c.example https://)', '<p>https://a@b.example http://c.example https://)</p>'],
]

/** Runs the migration once more on rows with plain texts, in a transaction that is rolled back. */
async function migrated(words: string): Promise<Record<'body' | 'edition' | 'answer' | 'message', Texts>> {
  const sql = (await readSqlFiles('migrations')).find(({ name }) => name.endsWith('-rich-texts'))?.sql ?? ''
  const values = [tenants.norte.id, JSON.stringify(inPortuguese(words))]
  return onOwner(portal.ownerUrl, async (owner) => {
    await owner.query('begin; set local role vitrine_platform')
    await owner.query(
      `with term as (
         insert into user_terms (tenant_id, title, body, condition, place, edition)
         values ($1, $2, $2, 'mandatory', 'after_login', 1) returning id)
       insert into user_term_editions (term_id, edition, tenant_id, title, body) select id, 1, $1, $2, $2 from term`,
      values,
    )
    await owner.query('insert into faq_entries (tenant_id, question, answer, position) values ($1, $2, $2, 1)', values)
    await owner.query(
      `insert into broadcasts (partner_id, name, message, starts_on)
       select partner_id, 'Plain', $2, '2026-01-01' from tenants where id = $1`,
      values,
    )
    await owner.query('update sessions set asks_terms = false; reset role')
    await owner.query(sql)
    await owner.query('set local role vitrine_platform')
    const { rows } = await owner.query(`
      select t.body, e.body as edition, f.answer, b.message, array[t.version, f.version, b.version] as versions,
             (select count(*)::int from sessions) as sessions, (select count(*)::int from sessions where asks_terms) as asked
        from user_terms t, user_term_editions e, faq_entries f, broadcasts b`)
    await owner.query('rollback')
    const { versions, sessions, asked, ...found } = rows[0]
    expect(versions, 'a form that was opened before is stale').toEqual([2, 2, 2])
    expect([sessions > 0, asked], 'nobody is asked again').toEqual([true, 0])
    return found
  })
}

beforeAll(() => portal.tokenOf(people.userOfNorte))

it.each(texts)('turns the plain text %j into %s', async (words, html) => {
  const found = await migrated(words)
  for (const text of Object.values(found)) expect(text).toEqual(inPortuguese(html))
})

it('keeps every word and every line', () => {
  for (const [words, html] of texts)
    expect(textOf(html)).toBe(words.replace(/\r\n/g, '\n').replace(/\n\s+/g, '\n').trim())
})

it('makes texts that are not longer than their fields', async () => {
  const bodyOf = userTermCalls.read.answers.shape.body.shape['pt-BR']
  const answerOf = faqEntryCalls.read.answers.shape.answer.shape['pt-BR']
  for (const unit of ['"', '\n.', 'https://a ']) {
    const [term, answer] = [20_000, 5_000].map((length) => unit.repeat(length / unit.length))
    expect(bodyOf.safeParse((await migrated(term ?? '')).body['pt-BR']).success, unit).toBe(true)
    expect(answerOf.safeParse((await migrated(answer ?? '')).answer['pt-BR']).success, unit).toBe(true)
  }
})
