import { describe, expect, test } from 'vitest'
import { createReaderQueue } from './reader-queue.ts'

const never = new AbortController().signal

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open, opened }
}

const one = { reader: 'one', tokenId: 'a' }
const other = { reader: 'other', tokenId: 'b' }

describe('the queue of one reader', () => {
  test('V5: runs at most `atOnce` questions of a reader over all its tokens, and does not delay another reader', async () => {
    const run = createReaderQueue({ atOnce: 2, maxWaiting: 10, maxWaitingPerToken: 10 })
    const { open, opened } = gate()
    let running = 0
    let max = 0
    const work = async () => {
      max = Math.max(max, (running += 1))
      await opened
      running -= 1
    }
    const flood = Array.from({ length: 8 }, (_, index) => run({ reader: 'one', tokenId: `${index}` }, never, work))
    expect(await run(other, never, async () => 'answered')).toBe('answered')
    open()
    await Promise.all(flood)
    expect(max).toBe(2)
  })

  test('refuses questions beyond the waiting limits, and does not run a question after its client disconnected', async () => {
    const run = createReaderQueue({ atOnce: 1, maxWaiting: 2, maxWaitingPerToken: 1 })
    const { open, opened } = gate()
    const leaving = new AbortController()
    const first = run(one, never, () => opened)
    const second = run(one, leaving.signal, () => Promise.reject(new Error('ran for nobody')))
    await expect(run(one, never, async () => 1)).rejects.toMatchObject({ status: 429 })
    const third = run({ ...one, tokenId: 'b' }, never, async () => 'of another token')
    await expect(run({ ...one, tokenId: 'c' }, never, async () => 1)).rejects.toMatchObject({ status: 429 })
    leaving.abort()
    open()
    await first
    await expect(second).rejects.toMatchObject({ status: 499 })
    expect(await third).toBe('of another token')
    expect(await run(one, never, async () => 'again')).toBe('again')
  })

  test('serves the tokens of one reader in turn', async () => {
    const run = createReaderQueue({ atOnce: 1, maxWaiting: 10, maxWaitingPerToken: 10 })
    const { open, opened } = gate()
    const served: string[] = []
    const all = ['a', 'a', 'a', 'b'].map((tokenId) =>
      run({ ...one, tokenId }, never, () => (served.push(tokenId), opened)),
    )
    open()
    await Promise.all(all)
    expect(served).toEqual(['a', 'a', 'b', 'a'])
  })

  test('continues after a question failed', async () => {
    const run = createReaderQueue({ atOnce: 1, maxWaiting: 5, maxWaitingPerToken: 5 })
    const failed = run(one, never, () => Promise.reject(new Error('no')))
    const next = run(one, never, async () => 'yes')
    await expect(failed).rejects.toThrow('no')
    expect(await next).toBe('yes')
  })
})
