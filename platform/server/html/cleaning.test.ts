import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { htmlCleaning } from '#catalogue/limits.ts'
import { Failure } from '#platform/contract/failure.ts'
import { createThreadPool, TaskTimeout, type ThreadPool } from '../thread-pool.ts'
import { acceptedTexts, type HtmlText } from './accepted.ts'
import { type Author, type Cleaning, type CleanReply, cleanTexts, createCleaning } from './cleaning.ts'
import { hostileHtml } from './testing/hostile-html.ts'

const now = new Date('2026-03-01T12:00:00Z')
const person = (userId: string, at = now): Author =>
  ({ actor: { userId, realPerson: null }, clock: { now: () => at } }) as unknown as Author

const text = (html: string, field = 'body'): HtmlText => ({ html, field, pictures: true, max: 100_000 })
/** A text that is too long for the main thread, so a worker thread cleans it. */
const long = (html: string) => text(`${html}<p>${'long '.repeat(htmlCleaning.shortLength / 5)}</p>`)

/** Returns the answer of the function, or the code and the details of its failure. */
async function answerOf(work: () => unknown): Promise<unknown> {
  try {
    return await work()
  } catch (failure) {
    if (failure instanceof Failure) return [failure.code, failure.details]
    throw failure
  }
}

/** A pool whose tasks end when the test says so. */
function heldPool() {
  const started: { person: string; finish: () => void }[] = []
  const pool: ThreadPool<readonly HtmlText[], CleanReply> = {
    run: (texts, caller) =>
      new Promise((resolve) => {
        started.push({ person: caller, finish: () => resolve({ texts: acceptedTexts(texts) }) })
      }),
  }
  return { pool, started }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('cleaning in a thread', () => {
  it('answers the same as on the main thread, also for what it refuses', async () => {
    // The rate limit of one person is lower than the number of fragments.
    for (const [index, fragment] of hostileHtml.entries()) {
      const texts = [long(fragment)]
      const inThread = await answerOf(() => cleanTexts(person(`same ${String(index)}`), texts))
      expect(inThread, fragment).toEqual(await answerOf(() => acceptedTexts(texts)))
    }
  })

  it('tells a refusal at the field of its text', async () => {
    const deep = text('<i>'.repeat(htmlCleaning.shortLength), 'second')
    expect(await answerOf(() => cleanTexts(person('deep'), [long('<p>a</p>'), deep]))).toEqual([
      'html.too_deep',
      { fields: { second: 'html.too_deep' }, values: { max: htmlCleaning.depth } },
    ])
  })

  it('U6: counts the elements of all texts of a request', async () => {
    const many = text('<br>'.repeat(htmlCleaning.elements - 1))
    const fitting = Array.from({ length: htmlCleaning.requestElements / htmlCleaning.elements }, () => many)
    expect(await answerOf(() => acceptedTexts(fitting))).toHaveLength(fitting.length)
    expect(await answerOf(() => acceptedTexts([...fitting, many]))).toMatchObject(['html.too_many_elements', {}])
  })

  it('U6: uses no thread for a short text, and one for each longer request', async () => {
    const { pool, started } = heldPool()
    const { clean } = createCleaning({ ...htmlCleaning, pool })
    expect(await clean(person('a'), [text('<p class="x">a</p>')])).toEqual([{ html: '<p>a</p>', text: 'a' }])
    expect(started).toHaveLength(0)
    const half = text(`<p>${'a'.repeat(htmlCleaning.shortLength / 2)}</p>`)
    const answer = clean(person('a'), [half, half])
    await settled()
    expect(started).toHaveLength(1)
    started[0]?.finish()
    expect(await answer).toHaveLength(2)
  })

  it('U6: refuses a text that takes too long, at its field', async () => {
    const pool: ThreadPool<readonly HtmlText[], CleanReply> = { run: () => Promise.reject(new TaskTimeout()) }
    const { clean } = createCleaning({ ...htmlCleaning, pool })
    expect(await answerOf(() => clean(person('a'), [long('<p>a</p>')]))).toEqual([
      'html.too_slow',
      { fields: { body: 'html.too_slow' } },
    ])
  })

  it('U6: ends a real thread at the time limit, and cleans the next text', async () => {
    const file = new URL('./clean-thread.ts', import.meta.url)
    const pool = createThreadPool<readonly HtmlText[], CleanReply>({
      file,
      threads: 1,
      maxWaiting: 1,
      limitMs: 1_000,
      megabytes: htmlCleaning.megabytes,
    })
    const { clean } = createCleaning({ ...htmlCleaning, pool })
    const slow = Array.from({ length: 200 }, () => text(`<p style="${'color:red;'.repeat(9_000)}">a</p>`))
    expect(await answerOf(() => clean(person('a'), slow))).toMatchObject(['html.too_slow', {}])
    expect(await clean(person('a'), [long('<p class="x">a</p>')])).toMatchObject([{ html: /^<p>a<\/p><p>long/ }])
  })
})

describe('the limits of a person', () => {
  const asksOf = (clean: Cleaning['clean'], who: string, count: number) =>
    Array.from({ length: count }, () => answerOf(() => clean(person(who), [long('<p>a</p>')])))

  it('U6: one request is cleaned at a time, some wait, others are refused; other people are not affected', async () => {
    const { pool, started } = heldPool()
    const { clean } = createCleaning({ ...htmlCleaning, pool })
    const loops = asksOf(clean, 'loops', 6)
    const other = asksOf(clean, 'other', 1)
    await settled()
    expect(started.map((each) => each.person)).toEqual(['loops', 'other'])
    started[1]?.finish()
    expect(await other[0]).toHaveLength(1)
    const refused = ['call.throttled', { retryAfter: 2 }]
    expect(await Promise.all(loops.slice(4))).toEqual([refused, refused])
    for (const index of [0, 2, 3, 4]) {
      await settled()
      expect(started).toHaveLength(Math.max(2, index + 1))
      started[index]?.finish()
      await settled()
    }
    for (const answer of await Promise.all(loops.slice(0, 4))) expect(answer).toHaveLength(1)
    const [again] = asksOf(clean, 'loops', 1)
    await settled()
    started[5]?.finish()
    expect(await again).toHaveLength(1)
  })

  it.each([
    ['all requests', '<p>a</p>', htmlCleaning.calls.perMinute],
    ['requests with long texts', long('<p>a</p>').html, htmlCleaning.longCalls.perMinute],
  ])('U6: a rate limit counts %s of a person', async (_, html, max) => {
    const pool: ThreadPool<readonly HtmlText[], CleanReply> = {
      run: async (texts) => ({ texts: acceptedTexts(texts) }),
    }
    const { clean } = createCleaning({ ...htmlCleaning, pool })
    const ask = (who: string, at = now) => answerOf(() => clean(person(who, at), [text(html)]))
    for (let count = 0; count < max; count++) expect(await ask('a')).toHaveLength(1)
    expect(await ask('a')).toEqual(['call.throttled', { retryAfter: 60 }])
    expect(await ask('b')).toHaveLength(1)
    expect(await ask('a', new Date(now.getTime() + 60_000))).toHaveLength(1)
  })
})

it('U6: no feature cleans HTML in another way', () => {
  const root = new URL('../../../', import.meta.url).pathname
  const files = globSync(['features/**/server/**/*.ts', 'platform/server/**/*.ts'], { cwd: root })
    .filter((path) => !path.startsWith('platform/server/html/') && !path.endsWith('.test.ts'))
    .map((path) => ({ path, source: readFileSync(`${root}${path}`, 'utf8') }))
  expect(files.filter(({ source }) => source.includes('html/cleaning.ts')).length).toBeGreaterThanOrEqual(7)
  const others = files.filter(({ source }) =>
    /html\/accepted\.ts|\bcleanHtml\b|\bhtmlFaultsOf\b|sanitize-html/.test(source),
  )
  expect(others.map(({ path }) => path)).toEqual([])
})
