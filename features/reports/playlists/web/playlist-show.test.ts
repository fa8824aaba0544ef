// A slideshow with a simulated clock, which only waiting moves forward.
import { describe, expect, it } from 'vitest'
import type { PlaylistItem } from '../contract.ts'
import { type Picture, playItems, type Stage } from './playlist-show.ts'

const item = (id: string, more: Partial<PlaylistItem> = {}): PlaylistItem => ({
  id,
  report_id: id,
  page: 'only',
  page_name: null,
  seconds: 30,
  repetitions: 1,
  filters: [],
  hours: [],
  ...more,
})

type World = {
  items: PlaylistItem[]
  hours: number
  isOnline?: (hour: number) => boolean
  loadSeconds?: number
  pages?: string[]
  skipAfterSeconds?: number
  firstItemId?: string
  change?: (hour: number, items: PlaylistItem[]) => PlaylistItem[]
}

/** Plays for some simulated hours. Returns the items with the times at which they were on screen. */
async function played({ items, hours, isOnline = () => true, loadSeconds = 2, pages, change, ...more }: World) {
  const begin = new Date('2026-11-22T15:00:00Z').getTime()
  const stop = new AbortController()
  let present = begin
  let list = items
  let skips = more.skipAfterSeconds === undefined ? 0 : 1
  const waiting: { until: number; go: () => void }[] = []
  const hour = () => (present - begin) / 3_600_000
  const log: { second: number; what: string }[] = []
  const note = (what: string) => log.push({ second: Math.round((present - begin) / 1_000), what })
  const living = new Set<Picture>()
  let mostLiving = 0
  const wait = (milliseconds: number) => new Promise<void>((go) => waiting.push({ until: present + milliseconds, go }))
  const stage: Stage<PlaylistItem> = {
    load: async (_item, page) => {
      await wait(loadSeconds * 1_000)
      if (!isOnline(hour())) throw new Error('no network')
      const picture: Picture = { pages: pages ?? ['only'], page: page ?? pages?.[0] ?? 'only' }
      living.add(picture)
      mostLiving = Math.max(mostLiving, living.size)
      return picture
    },
    present: (picture, { id }) => note(pages ? `${id}/${picture.page}` : id),
    drop: (picture) => void living.delete(picture),
    showNothing: () => note('nothing'),
    list: () => ({ items: list, timezone: 'America/Sao_Paulo' }),
    now: () => new Date(present),
    wait,
    isPaused: () => false,
    skip: () => {
      if (skips === 0 || (present - begin) / 1_000 < (more.skipAfterSeconds ?? 0)) return false
      skips = 0
      return true
    },
  }
  const over = playItems(stage, stop.signal, more.firstItemId ?? null)
  // Runs all work that does not wait for the clock. Then sets the clock to the next instant for which the show waits.
  while (hour() < hours) {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
    waiting.sort((a, b) => a.until - b.until)
    const due = waiting.shift()
    if (due === undefined) throw new Error('the show waits for nothing')
    present = Math.max(present, due.until)
    list = change?.(hour(), items) ?? list
    due.go()
  }
  stop.abort()
  while (waiting.length > 0) {
    waiting.shift()?.go()
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  }
  await over
  const displayedItems = log.filter(({ what }) => items.some(({ id }) => id === what))
  return { log, displayedItems, mostLiving }
}

describe('a slideshow', () => {
  it('shows 200 slides in their order, each for its seconds, with at most two reports at a time', async () => {
    const { displayedItems, mostLiving } = await played({
      items: [item('a'), item('b', { seconds: 10 })],
      hours: 1.2,
    })
    expect(displayedItems.length).toBeGreaterThan(200)
    expect(displayedItems.slice(0, 4).map(({ what }) => what)).toEqual(['a', 'b', 'a', 'b'])
    const seconds = displayedItems
      .slice(1, 200)
      .map(({ second }, index) => second - (displayedItems[index]?.second ?? 0))
    expect(new Set(seconds.filter((_, index) => index % 2 === 0))).toEqual(new Set([30]))
    expect(new Set(seconds.filter((_, index) => index % 2 === 1))).toEqual(new Set([10]))
    // The previous item fades out while the next one is on screen.
    expect(mostLiving).toBe(2)
  })

  it('runs for a day', async () => {
    const { displayedItems, mostLiving } = await played({ items: [item('a'), item('b'), item('c')], hours: 24 })
    expect(displayedItems).toHaveLength(2_880)
    expect(mostLiving).toBe(2)
  })

  it('keeps the last picture while the network is gone, and goes on when it is back', async () => {
    const isOnline = (hour: number) => hour < 1 || hour >= 2
    const { displayedItems, log } = await played({ items: [item('a'), item('b')], hours: 3, isOnline })
    const gap = displayedItems.filter(({ second }) => second > 3_610 && second < 7_200)
    expect(gap).toEqual([])
    expect(log.filter(({ what }) => what === 'nothing')).toEqual([])
    // A failed item is tried again at its next turn, after the pause and the item on screen.
    expect(displayedItems.find(({ second }) => second >= 7_200)?.second).toBeLessThan(7_240)
    expect(displayedItems.filter(({ second }) => second > 7_200).length).toBeGreaterThan(110)
  })

  it('never leaves a picture before the next one is complete, however long that takes', async () => {
    const { displayedItems, log } = await played({
      items: [item('a', { seconds: 5 }), item('b', { seconds: 5 })],
      hours: 0.1,
      loadSeconds: 20,
    })
    expect(log.some(({ what }) => what === 'nothing')).toBe(false)
    expect(
      displayedItems.slice(1).every(({ second }, index) => second - (displayedItems[index]?.second ?? 0) >= 20),
    ).toBe(true)
  })

  it('shows every page of an item as often as it says, each one loaded anew behind the present one', async () => {
    const pages = ['p1', 'p2']
    const items = [item('a', { page: null, repetitions: 2, seconds: 10 }), item('b', { page: 'p2' })]
    const { log, mostLiving } = await played({ items, hours: 0.03, pages })
    expect(log.slice(0, 7).map(({ what }) => what)).toEqual(['a/p1', 'a/p2', 'a/p1', 'a/p2', 'b/p2', 'a/p1', 'a/p2'])
    expect(log.slice(0, 6).map(({ second }) => second)).toEqual([2, 12, 22, 32, 42, 72])
    expect(mostLiving).toBe(2)
  })

  it('loads a single item anew for each round, so that its data is fresh', async () => {
    const { displayedItems, mostLiving } = await played({ items: [item('a')], hours: 0.1 })
    expect(displayedItems.length).toBeGreaterThan(10)
    expect(mostLiving).toBe(2)
  })

  it('says that there is no report outside the hours of all items, and begins by itself', async () => {
    // 15:00 UTC on Sunday is 12:00 in São Paulo.
    const hours = [{ day: 7 as const, from: '13:00', to: '14:00' }]
    const { log, displayedItems } = await played({ items: [item('a', { hours })], hours: 2.5 })
    expect(log[0]?.what).toBe('nothing')
    expect(displayedItems[0]?.second).toBeGreaterThanOrEqual(3_600)
    expect(displayedItems[0]?.second).toBeLessThan(3_620)
    expect(log.findLast(({ what }) => what === 'nothing')?.second).toBeGreaterThanOrEqual(7_200)
  })

  it('stops showing a removed item within a second', async () => {
    const change = (hour: number, items: PlaylistItem[]) => (hour > 0.01 ? items.slice(1) : items)
    const { displayedItems } = await played({
      items: [item('a', { seconds: 600 }), item('b')],
      hours: 0.1,
      change,
    })
    expect(displayedItems[1]?.what).toBe('b')
    expect(displayedItems[1]?.second).toBeLessThan(45)
  })

  it('skips to the next item, and starts where it was before the page was loaded anew', async () => {
    const { displayedItems } = await played({
      items: [item('a', { seconds: 600 }), item('b')],
      hours: 0.02,
      skipAfterSeconds: 10,
    })
    expect(displayedItems.slice(0, 2).map(({ what }) => what)).toEqual(['a', 'b'])
    expect(displayedItems[1]?.second).toBeLessThan(16)
    expect(
      (await played({ items: [item('a'), item('b')], hours: 0.01, firstItemId: 'b' })).displayedItems[0]?.what,
    ).toBe('b')
  })
})
