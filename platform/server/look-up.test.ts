import type { LookupAddress } from 'node:dns'
import { expect, test } from 'vitest'
import { createLookUp } from './look-up.ts'

const answer: LookupAddress[] = [{ address: '8.8.8.8', family: 4 }]

/** A resolver whose lookups end when the test says so. */
function slowResolver() {
  const asked: { host: string; end: () => void }[] = []
  const resolve = (host: string) =>
    new Promise<LookupAddress[]>((done) => asked.push({ host, end: () => done(answer) }))
  return { asked, resolve, hosts: () => asked.map(({ host }) => host) }
}

test('V3: a bounded number of lookups run at once, and domains take turns', async () => {
  const slow = slowResolver()
  const lookUp = createLookUp({ atOnce: 2, resolve: slow.resolve })
  const silentOnes = [1, 2, 3, 4].map((number) => lookUp(`n${number}.silent.example`))
  const other = lookUp('receiver.other.test')
  expect(slow.hosts()).toEqual(['n1.silent.example', 'n2.silent.example'])
  for (let at = 0; at < 5; at += 1) {
    await expect.poll(() => slow.asked.length).toBeGreaterThan(at)
    slow.asked[at]?.end()
  }
  await Promise.all([...silentOnes, other])
  expect(slow.hosts().indexOf('receiver.other.test')).toBeLessThan(slow.hosts().indexOf('n4.silent.example'))
})

test('V3: equal names share one lookup while it runs', async () => {
  const slow = slowResolver()
  const lookUp = createLookUp({ resolve: slow.resolve })
  const both = [lookUp('receiver.example'), lookUp('Receiver.example')]
  expect(slow.hosts()).toEqual(['receiver.example'])
  slow.asked[0]?.end()
  expect(await Promise.all(both)).toEqual([answer, answer])
  const later = lookUp('receiver.example')
  expect(slow.asked).toHaveLength(2)
  slow.asked[1]?.end()
  await later
})

test('V3: a lookup without a turn in time fails, and so does one beyond the longest queue', async () => {
  const slow = slowResolver()
  const lookUp = createLookUp({ atOnce: 1, maxWaiting: 1, turnMs: 1, resolve: slow.resolve })
  const held = lookUp('silent.example')
  const waiting = Promise.allSettled([lookUp('waits.example')])
  await expect(lookUp('beyond.example')).rejects.toThrow('call.unavailable')
  expect(await waiting).toMatchObject([{ status: 'rejected', reason: { code: 'call.unavailable' } }])
  expect(slow.hosts()).toEqual(['silent.example'])
  slow.asked[0]?.end()
  expect(await held).toEqual(answer)
})
