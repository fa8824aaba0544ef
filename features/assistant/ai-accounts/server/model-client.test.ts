// Both protocols over real HTTP, against the double of testing/model-double.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOutgoing } from '#platform/server/outgoing.ts'
import { type ModelDouble, modelKey, type ModelReply, startModelDouble } from '#testing/model-double.ts'
import type { AiProvider } from '../contract.ts'
import { askModel } from './model-client.ts'

const outgoing = createOutgoing({ privateHosts: true })
const question = { system: 'Be short.', user: 'Hello', maxTokens: 50 }

let double: ModelDouble
beforeAll(async () => {
  double = await startModelDouble()
})
afterAll(() => double.close())

const ask = (provider: AiProvider, reply: ModelReply, waitMs?: number) => {
  double.reply(reply)
  const account = { provider, base_url: `${double.url}/`, model: 'm-1', key: modelKey }
  return askModel(outgoing, account, { ...question, ...(waitMs && { waitMs }) })
}

describe.each([
  ['openai', '/v1/chat/completions', ['max_completion_tokens', 'messages', 'model', 'stream']],
  ['azure', '/v1/chat/completions', ['max_completion_tokens', 'messages', 'model', 'stream']],
  ['ollama', '/v1/chat/completions', ['max_tokens', 'messages', 'model', 'stream']],
  ['compatible', '/v1/chat/completions', ['max_tokens', 'messages', 'model', 'stream']],
  ['anthropic', '/v1/messages', ['max_tokens', 'messages', 'model', 'system']],
] as const)('%s', (provider, path, fields) => {
  it('asks one question without tools, and reads text and tokens', async () => {
    const answer = await ask(provider, { text: ' Olá! ', tokens: { in: 12, out: 3 } })
    expect(answer).toEqual({ outcome: 'answered', text: 'Olá!', tokensIn: 12, tokensOut: 3 })
    expect(double.asked.at(-1)).toEqual({ path, model: 'm-1', ...question, key: modelKey, fields: [...fields] })
  })

  it('survives an answer without numbers of tokens', async () => {
    expect(await ask(provider, { text: 'a', tokens: null })).toEqual({
      outcome: 'answered',
      text: 'a',
      tokensIn: null,
      tokensOut: null,
    })
  })

  it.each([
    [{ status: 401 }, 'key_refused'],
    [{ status: 403 }, 'key_refused'],
    [{ status: 404, body: {} }, 'unknown_model'],
    [{ status: 400, body: { error: { code: 'model_not_found' } } }, 'unknown_model'],
    [{ status: 400, body: { error: { message: 'too long' } } }, 'rejected'],
    [{ status: 429 }, 'throttled'],
    [{ status: 500 }, 'provider_failed'],
    [{ status: 529 }, 'throttled'],
    [{ status: 302, location: 'http://127.0.0.1:1/' }, 'malformed'],
    [{ text: '' }, 'withheld'],
    [{ fault: 'cut_off' }, 'cut_off'],
    [{ fault: 'hang_up' }, 'cut_off'],
    [{ fault: 'oversized' }, 'too_large'],
    [{ fault: 'not_json' }, 'malformed'],
    [{ fault: 'other_shape' }, 'malformed'],
  ] as [ModelReply, string][])('answers %j as %s, and quotes nothing of the service', async (reply, outcome) => {
    expect(await ask(provider, reply)).toEqual({ outcome, tokensIn: null, tokensOut: null, ...tokensOf(reply) })
  })

  it('gives up a service that does not answer', async () => {
    expect(await ask(provider, { fault: 'slow' }, 150)).toMatchObject({ outcome: 'timed_out' })
  })
})

const tokensOf = (reply: ModelReply) => ('text' in reply ? { tokensIn: 100, tokensOut: 20 } : {})

it('U5: asks no private address unless the operator allows it', async () => {
  double.reply({ text: 'inside' })
  const before = double.asked.length
  const closed = createOutgoing({ privateHosts: false })
  const account = { provider: 'ollama', model: 'm', key: null } as const
  for (const base_url of [double.url, 'https://localhost/v1', 'https://169.254.169.254/v1', 'https://[::1]/v1'])
    expect(await askModel(closed, { ...account, base_url }, question), base_url).toMatchObject({
      outcome: 'address_refused',
    })
  expect(double.asked.length).toBe(before)
})

it('says that nobody listens', async () => {
  const account = { provider: 'ollama', base_url: 'http://127.0.0.1:9/v1', model: 'm', key: null } as const
  expect(await askModel(outgoing, account, question)).toMatchObject({ outcome: 'unreachable' })
})
