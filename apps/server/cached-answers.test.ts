import { describe, expect, it } from 'vitest'
import { createCachedAnswers, type ScopedAnswer } from './cached-answers.ts'

const asker = { token: 'token', variant: '?reportId=one' }
const content = { tokenId: 'id', endsAt: 60_000 }
const answered = (scope: string, text: string): ScopedAnswer => ({ scope, bytes: Buffer.from(text) })

/** Kept answers with a clock that the test moves. */
function create() {
  const clock = { now: 0 }
  return { clock, cached: createCachedAnswers(() => clock.now) }
}

describe('the scope of a token', () => {
  it('A6: is used for half a second after the request that named it, and not after the end of the token', () => {
    const { clock, cached } = create()
    cached.note(asker, content, 'rows', 0)
    clock.now = 499
    expect(cached.scopeOf(asker)).toBe('rows')
    clock.now = 500
    expect(cached.scopeOf(asker)).toBeNull()
    clock.now = 599
    const other = { ...asker, token: 'ends' }
    cached.note(other, { ...content, endsAt: 600 }, 'rows', 500)
    expect(cached.scopeOf(other)).toBe('rows')
    clock.now = 600
    expect(cached.scopeOf(other)).toBeNull()
  })

  it('T1: belongs to this token, and to this report and language', () => {
    const { cached } = create()
    cached.note(asker, content, 'rows', 0)
    expect(cached.scopeOf({ ...asker, token: 'another' })).toBeNull()
    expect(cached.scopeOf({ ...asker, variant: '?reportId=two' })).toBeNull()
    expect([cached.idOf('token'), cached.idOf('another')]).toEqual(['id', null])
  })

  it('is forgotten for the tokens and variants that were used the longest time ago', () => {
    const { cached } = create()
    for (let at = 0; at < 5_001; at += 1) cached.note({ ...asker, token: `token ${at}` }, content, 'rows', 0)
    expect([cached.idOf('token 0'), cached.idOf('token 1')]).toEqual([null, 'id'])
    for (let at = 0; at < 5; at += 1) cached.note({ ...asker, variant: `variant ${at}` }, content, 'rows', 0)
    expect([0, 1].map((at) => cached.scopeOf({ ...asker, variant: `variant ${at}` }))).toEqual([null, 'rows'])
    cached.note({ token: 'long', variant: 'x'.repeat(8_000) }, content, 'rows', 0)
    expect(cached.idOf('long')).toBeNull()
  })
})

describe('a cached answer', () => {
  it('is asked for once, by those who ask at the same time and by those who ask later', async () => {
    const { cached } = create()
    let asked = 0
    const ask = () => {
      asked += 1
      return Promise.resolve(answered('rows', 'answer'))
    }
    const all = await Promise.all([1, 2, 3].map(() => cached.answer('rows', 'question', ask)))
    all.push(await cached.answer('rows', 'question', ask))
    expect(all.map(String)).toEqual(['answer', 'answer', 'answer', 'answer'])
    expect(asked).toBe(1)
  })

  it('T1: never comes from another scope or another question', async () => {
    const { cached } = create()
    await cached.answer('rows', 'question', () => Promise.resolve(answered('rows', 'answer')))
    const own = (scope: string, question: string) =>
      cached.answer(scope, question, () => Promise.resolve(answered(scope, `${scope}: ${question}`)))
    expect(String(await own('other', 'question'))).toBe('other: question')
    expect(String(await own('rows', 'other'))).toBe('rows: other')
  })

  it('is none if the request gets no answer of this scope', async () => {
    const { cached } = create()
    const refused = () => Promise.resolve(null)
    expect(await Promise.all([cached.answer('rows', 'q', refused), cached.answer('rows', 'q', refused)])).toEqual([
      null,
      null,
    ])
    expect(await cached.answer('rows', 'q', () => Promise.resolve(answered('newer rows', 'answer')))).toBeNull()
    expect(String(await cached.answer('rows', 'q', () => Promise.resolve(answered('rows', 'answer'))))).toBe('answer')
  })

  it('is waited for by 1,000 requests at most', async () => {
    const { cached } = create()
    const held = Promise.withResolvers<ScopedAnswer>()
    const waiting = Array.from({ length: 1_000 }, () => cached.answer('rows', 'q', () => held.promise))
    expect(await cached.answer('rows', 'q', () => held.promise)).toBeNull()
    held.resolve(answered('rows', 'answer'))
    expect(new Set((await Promise.all(waiting)).map(String))).toEqual(new Set(['answer']))
  })
})
