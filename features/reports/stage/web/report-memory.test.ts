import type { Report } from 'powerbi-client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeReportMemory, readMs, settleMs } from './report-memory.ts'
import type { Opened } from '#features/reports/frame/web/exports.tsx'
import type { ReportState } from './report-state-outbox.ts'

/** A report with one slicer, whose answers arrive when the test says so. */
function opened({ save_filters = true } = {}) {
  const world = { page: 'p1', year: null as string | null, forgets: true, answers: [] as (() => void)[] }
  const events: string[] = []
  const handlers = new Map<string, () => void>()
  const event = () => handlers.get('dataSelected')?.()
  const said = ({ page, slicers }: ReportState) =>
    `${page} ${JSON.stringify(slicers.map(({ state }) => state['year']))}`
  const slicer = {
    type: 'slicer',
    name: 'year',
    getSlicerState: async () => ({ filters: world.year === null ? [] : [{}], year: world.year }),
  }
  const report = {
    on: (name: string, hear: () => void) => void handlers.set(name, hear),
    getActivePage: () => {
      const page = { name: world.page, getVisuals: async () => [slicer] }
      return new Promise((resolve) => world.answers.push(() => resolve(page)))
    },
    getFilters: async () => [],
  }
  const states: string[] = []
  const memory = makeReportMemory({
    opened: { id: 'r1', save_filters, saved: null, filters: [] } satisfies Partial<Opened>,
    outbox: {
      put: (state) => void events.push(`later ${said(state)}`),
      putNow: (state) => void events.push(`now ${said(state)}`),
      stored: async () => void events.push('stored'),
      drop: async () => void events.push('dropped'),
    },
    forget: async () => {
      events.push('forgotten')
      if (!world.forgets) throw new Error('the line is down')
    },
  })
  const leave = memory.follow((state) => states.push(said(state)))
  memory.watch(report as unknown as Report)
  handlers.get('loaded')?.()
  const slice = (year: string) => {
    world.year = year
    event()
  }
  const turn = (page: string) => {
    world.page = page
    memory.turned(page)
  }
  const settle = () => vi.advanceTimersByTimeAsync(settleMs)
  const answer = async (index: number) => {
    world.answers[index]?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { world, memory, leave, events, states, slice, turn, settle, answer }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('reads a change at once, and again once it has settled, and puts it', async () => {
  const { events, slice, settle, answer, world } = opened()
  slice('2012')
  await answer(0)
  // A page that is closed now sends this state.
  expect(events).toEqual(['later p1 ["2012"]'])
  await vi.advanceTimersByTimeAsync(settleMs - 1)
  slice('2013')
  expect(world.answers).toHaveLength(1)
  await settle()
  await answer(1)
  expect(events).toEqual(['later p1 ["2012"]', 'later p1 ["2013"]'])
})

it('puts a turned page at once, and not a second time when it has been read', async () => {
  const { events, turn, settle, answer } = opened()
  turn('p2')
  expect(events).toEqual(['now p2 []'])
  await settle()
  await answer(0)
  expect(events).toEqual(['now p2 []'])
})

it('a page that is turned while a slicer is read keeps both', async () => {
  const { events, slice, turn, settle, answer } = opened()
  slice('2012')
  await settle()
  turn('p2')
  await answer(0)
  expect(events).toEqual(['now p2 []', 'later p2 ["2012"]'])
})

it('an answer that arrives late does not replace a newer one', async () => {
  const { events, slice, settle, answer, world } = opened()
  slice('2012')
  await settle()
  slice('2013')
  await settle()
  await answer(1)
  world.year = 'out of date'
  await answer(0)
  expect(events).toEqual(['later p1 ["2013"]'])
})

it('reads a change that has not settled when the frame is about to be removed', async () => {
  const { memory, events, slice, answer } = opened()
  slice('2012')
  const settled = memory.settle()
  // The question behind which every earlier event has arrived.
  await answer(1)
  await answer(2)
  await settled
  expect(events).toEqual(['later p1 ["2012"]'])
})

it('reads a change whose event arrives after the reader has decided to leave', async () => {
  const { memory, events, slice, answer, world } = opened()
  const settled = memory.settle()
  expect(world.answers).toHaveLength(1)
  slice('2012')
  await answer(0)
  await answer(1)
  await answer(2)
  await settled
  expect(events).toEqual(['later p1 ["2012"]'])
})

it('puts nothing when a reader leaves who has changed nothing', async () => {
  const { memory, events, answer, world } = opened()
  const settled = memory.settle()
  await answer(0)
  await settled
  expect(world.answers).toHaveLength(1)
  expect(events).toEqual([])
})

it('does not wait for a frame without an answer', async () => {
  const { memory, events, slice } = opened()
  slice('2012')
  const settled = memory.settle()
  await vi.advanceTimersByTimeAsync(readMs)
  await settled
  expect(events).toEqual([])
})

it('a reset forgets what waits before it forgets at the server, and what is being read', async () => {
  const { memory, events, slice, settle, answer } = opened()
  slice('2012')
  await settle()
  await memory.reset()
  await answer(0)
  await answer(1)
  expect(events).toEqual(['dropped', 'forgotten'])
  slice('2013')
  await settle()
  await answer(3)
  expect(events.at(-1)).toBe('later p1 ["2013"]')
})

it('a reset that fails keeps the state', async () => {
  const { memory, world, events, turn } = opened()
  world.forgets = false
  turn('p2')
  await expect(memory.reset()).rejects.toThrow('the line is down')
  expect(events).toEqual(['now p2 []', 'dropped', 'forgotten', 'later p2 []'])
})

it('passes on each change, but stores none if the report stores no filters', async () => {
  const { memory, events, states, slice, turn, settle, answer } = opened({ save_filters: false })
  turn('p2')
  slice('2012')
  await settle()
  await answer(0)
  await memory.reset()
  expect(states).toEqual(['p2 []', 'p2 ["2012"]'])
  expect(events).toEqual([])
})

it('sends what waits when the reader leaves, and stores an answer that arrives later', async () => {
  const { leave, events, states, slice, settle, answer } = opened()
  slice('2012')
  await settle()
  leave()
  await answer(0)
  expect(events).toEqual(['stored', 'later p1 ["2012"]'])
  expect(states).toEqual([])
})
