import { describe, expect, test } from 'vitest'
import { createTurns } from './turns.ts'

const never = new AbortController().signal

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open, opened }
}

const one = { reader: 'one', tokenId: 'a' }
const other = { reader: 'other', tokenId: 'b' }

describe('the questions of one reader', () => {
  test('V5: run so many at once, whatever token they come with, and let another reader through', async () => {
    const inTurn = createTurns({ atOnce: 2, mostWaiting: 10, mostOfToken: 10 })
    const { open, opened } = gate()
    let running = 0
    let most = 0
    const work = async () => {
      most = Math.max(most, (running += 1))
      await opened
      running -= 1
    }
    const flood = Array.from({ length: 8 }, (_, at) => inTurn({ reader: 'one', tokenId: `${at}` }, never, work))
    expect(await inTurn(other, never, async () => 'answered')).toBe('answered')
    open()
    await Promise.all(flood)
    expect(most).toBe(2)
  })

  test('are refused beyond what may wait, and not run for whoever left meanwhile', async () => {
    const inTurn = createTurns({ atOnce: 1, mostWaiting: 2, mostOfToken: 1 })
    const { open, opened } = gate()
    const leaving = new AbortController()
    const first = inTurn(one, never, () => opened)
    const second = inTurn(one, leaving.signal, () => Promise.reject(new Error('ran for nobody')))
    await expect(inTurn(one, never, async () => 1)).rejects.toMatchObject({ status: 429 })
    const third = inTurn({ ...one, tokenId: 'b' }, never, async () => 'of another token')
    await expect(inTurn({ ...one, tokenId: 'c' }, never, async () => 1)).rejects.toMatchObject({ status: 429 })
    leaving.abort()
    open()
    await first
    await expect(second).rejects.toMatchObject({ status: 499 })
    expect(await third).toBe('of another token')
    expect(await inTurn(one, never, async () => 'again')).toBe('again')
  })

  test('of several who read as one are served in turn', async () => {
    const inTurn = createTurns({ atOnce: 1, mostWaiting: 10, mostOfToken: 10 })
    const { open, opened } = gate()
    const served: string[] = []
    const all = ['a', 'a', 'a', 'b'].map((tokenId) =>
      inTurn({ ...one, tokenId }, never, () => (served.push(tokenId), opened)),
    )
    open()
    await Promise.all(all)
    expect(served).toEqual(['a', 'a', 'b', 'a'])
  })

  test('go on after one that failed', async () => {
    const inTurn = createTurns({ atOnce: 1, mostWaiting: 5, mostOfToken: 5 })
    const failed = inTurn(one, never, () => Promise.reject(new Error('no')))
    const next = inTurn(one, never, async () => 'yes')
    await expect(failed).rejects.toThrow('no')
    expect(await next).toBe('yes')
  })
})
