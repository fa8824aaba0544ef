import { readFileSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { languages } from '#catalogue/languages.ts'
import { nounPhrases } from '#apps/server/phrases.ts'
import { createAuditPhrases, changesOf, termsOf } from './rules.ts'

const { eventsLike, knownEvents, sentenceOf, templateOf } = createAuditPhrases(nounPhrases)

const entry = {
  event: 'report.added',
  actor_name: 'Ana Souza',
  actor_origin: null,
  actor_email: null,
  target_name: 'Vendas',
  target_id: '1',
}

it('writes an entry as a sentence in each language, never as a code', () => {
  expect(sentenceOf(entry, 'pt-BR')).toBe('Ana Souza adicionou o relatório Vendas')
  expect(sentenceOf(entry, 'en-US')).toBe('Ana Souza added the report Vendas')
  expect(sentenceOf({ ...entry, actor_origin: 'Alfa' }, 'en-US')).toBe('Ana Souza (Alfa) added the report Vendas')
  expect(sentenceOf({ ...entry, event: 'a.b' }, 'es')).toBe('Ana Souza hizo un cambio en Vendas')
  expect(sentenceOf({ ...entry, event: 'constructor.name' }, 'es')).toBe('Ana Souza hizo un cambio en Vendas')
  const swept = { ...entry, event: 'user.removed', actor_name: null, target_name: '{{actor}}' }
  expect(sentenceOf(swept, 'pt-PT')).toBe('O sistema eliminou a pessoa {{actor}}')
})

it('has a sentence for each event that services write themselves', () => {
  const sources = readdirSync('features', { recursive: true, encoding: 'utf8' })
    .filter((path) => /server\/[\w-]+\.ts$/.test(path))
    .map((path) => readFileSync(`features/${path}`, 'utf8'))
    .join('\n')
  const events = [
    ...sources.matchAll(/(?:writeAudit|writeEntry|noteOf|\bnote)\((?:(?!fail\()[^;'])*?'([a-z_]+\.[a-z_]+)'/g),
  ].map(([, event]) => event ?? '')
  expect(events).toContain('sign_in.refused')
  expect(events.filter((event) => !knownEvents.includes(event))).toEqual([])
})

it('has the same events in all languages, each with the actor', () => {
  for (const event of knownEvents)
    for (const language of languages) expect(templateOf(event, language), `${event} ${language}`).toContain('{{actor}}')
})

it('finds the events whose sentence contains a word, without regard to case and accents, in any language', () => {
  expect(eventsLike('RELATÓRIO')).toContain('report.added')
  expect(eventsLike('relatorio')).toContain('report.added')
  expect(eventsLike('signed')).toContain('sign_in.done')
  expect(eventsLike('zzz')).toEqual([])
  expect(eventsLike('{{actor}}')).toEqual([])
  expect(termsOf('  ana   relatório ')).toEqual(['ana', 'relatório'])
  expect(termsOf('a '.repeat(200))).toHaveLength(8)
})

it('Z3: masks secrets at any depth', () => {
  const stored = {
    name: ['a', 'b'],
    options: [null, { client_secret: 'hush', list: [{ token: 'hush' }] }],
    api_key: ['x', 'y'],
  }
  const changes = changesOf(stored, 'pt-BR')
  expect(JSON.stringify(changes)).not.toMatch(/hush|"x"|"y"/)
  expect(changes[0]).toEqual({ field: 'name', before: 'a', after: 'b' })
})

it('translates the reason of a refused sign-in, and accepts malformed changes', () => {
  const [reason] = changesOf({ reason: [null, 'incorrect_user_or_password'] }, 'en-US')
  expect(reason).toMatchObject({ before: null, after: 'Incorrect Username or Password!' })
  for (const stored of [null, 7, 'x', [], { a: 1 }, { a: [] }, { a: null }])
    expect(() => changesOf(stored, 'es')).not.toThrow()
})
