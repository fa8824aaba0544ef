import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { sentenceOf } from '#apps/server/phrases.ts'
import { advisedCodes, type ErrorCode } from '#catalogue/errors.ts'
import { languages } from '#catalogue/languages.ts'
import { advicePhrases, errorPhrases } from '#catalogue/phrases/sentence.ts'
import { call } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import type { Actor } from '../session/actor.ts'
import { bind, type Binding } from './bind.ts'
import { errorHandler } from './errors.ts'
import { handle, outside, rows } from './route.ts'

const person = { profile: 'user', scope: 'tenant', staff: null, toggles: [], hiddenMenu: [], authType: 'password' }
const people = {
  'a reader': person,
  'a reader who refreshes data sets': { ...person, toggles: ['update_datasets'] },
  'the screen of a playlist of an administrator': { ...person, profile: 'admin', authType: 'playlist' },
  'an administrator without the page of the accounts': { ...person, profile: 'admin', hiddenMenu: ['powerbi'] },
  'an administrator': { ...person, profile: 'admin' },
}

const facts = {
  path: 'auth/things',
  summary: 'A call that fails.',
  access: 'session.use',
  input: z.object({}),
} as const
const answers = z.object({})
const read = call({ ...facts, method: 'GET', does: 'read', answers })
const write = call({ ...facts, method: 'POST', does: 'write', audit: null, answers })
const outward = call({ ...facts, method: 'PUT', does: 'outside', audit: null, answers })

async function messageTo(who: object, method: 'GET' | 'POST' | 'PUT', lang: string, code: ErrorCode, fields = {}) {
  const actor = { seenSecondsAgo: 0, ...who } as unknown as Actor
  const gate = {
    open: async () => actor,
    read: async () => ({ actor, rows: [] }),
    write: async (_: unknown, work: (db: unknown, actor: Actor) => unknown) => work({}, actor),
  }
  const failing = (): never => fail(code, { fields })
  const app = Fastify()
  await app.register(cookie)
  app.setErrorHandler(errorHandler({}, { sentenceOf, labelOf: (field) => field }))
  const routes = [rows(read, () => undefined as never, failing), handle(write, failing), outside(outward, failing)]
  for (const route of routes) bind(app, route, { gate, clock: { now: () => new Date() } } as unknown as Binding)
  const payload = method === 'GET' ? {} : { payload: {} }
  const answer = await app.inject({ method, url: '/api/auth/things', headers: { lang }, ...payload })
  return answer.json<{ message: string; errors?: Record<string, string> }>()
}

describe.each(advisedCodes)('the advice of %s', (code) => {
  it.each(Object.entries(people))('for %s', async (name, who) => {
    const isAdministrator = name === 'an administrator'
    for (const language of languages) {
      const advice = advicePhrases[language]
      const expected = `${errorPhrases[language][code]} ${isAdministrator ? advice[code] : advice.others}`
      for (const method of ['GET', 'POST', 'PUT'] as const)
        expect((await messageTo(who, method, language, code)).message, method).toBe(expected)
    }
  })
})

it('the sentence of a field has the same advice', async () => {
  const fields = { account_id: 'capacity.incomplete' }
  const [reader, administrator] = await Promise.all(
    [people['a reader'], people['an administrator']].map((who) =>
      messageTo(who, 'POST', 'pt-BR', 'call.invalid', fields),
    ),
  )
  const { others, 'capacity.incomplete': step } = advicePhrases['pt-BR']
  expect(reader?.errors?.['account_id']).toContain(others)
  expect(administrator?.errors?.['account_id']).toContain(step)
})

/** The pages and services that only administrators have, as the sentences of each language call them. */
const administrators = {
  'pt-BR': /em Contas|Em Contas|no Azure o papel|portal do Azure|Adicione-a|Preencha na conta/,
  'pt-PT': /em Contas|Em Contas|página Contas|no Azure a função|portal do Azure|Adicione-a|Preencha na conta/,
  'en-US': /under Accounts|In Accounts|Contributor|Azure portal|Add it to|On the account, fill/,
  es: /en Cuentas|En Cuentas|Colaborador|portal de Azure|Agréguela|Complete en la cuenta/,
}

it.each(languages)('no sentence of an error in %s has an advice for administrators', (language) => {
  const advising = Object.entries(errorPhrases[language]).filter(([, sentence]) =>
    administrators[language].test(sentence),
  )
  expect(advising).toEqual([])
})
