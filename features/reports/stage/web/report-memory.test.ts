import type { Report } from 'powerbi-client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeReportMemory, settleMs } from './report-memory.ts'
import type { Opened } from '#features/reports/frame/web/exports.tsx'
import type { ReportState } from './report-state-outbox.ts'

/** A report with one slicer, whose answers arrive when the test says so. */
function opened({ save_filters = true } = {}) {
  const world = { page: 'p1', year: null as string | null, forgets: true, answers: [] as (() => void)[] }
  const happened: string[] = []
  let event = () => {}
  const said = ({ page, slicers }: ReportState) =>
    `${page} ${JSON.stringify(slicers.map(({ state }) => state['year']))}`
  const slicer = {
    type: 'slicer',
    name: 'year',
    getSlicerState: async () => ({ filters: world.year === null ? [] : [{}], year: world.year }),
  }
  const report = {
    on: (name: string, hear: () => void) => {
      if (name === 'dataSelected') event = hear
    },
    getActivePage: () => {
      const page = { name: world.page, getVisuals: async () => [slicer] }
      return new Promise((resolve) => world.answers.push(() => resolve(page)))
    },
    getFilters: async () => [],
  }
  const shown: string[] = []
  const memory = makeReportMemory({
    opened: { id: 'r1', save_filters, saved: null, filters: [] } satisfies Partial<Opened>,
    outbox: {
      put: (state) => void happened.push(`later ${said(state)}`),
      putNow: (state) => void happened.push(`now ${said(state)}`),
      stored: async () => void happened.push('stored'),
      drop: async () => void happened.push('dropped'),
    },
    forget: async () => {
      happened.push('forgotten')
      if (!world.forgets) throw new Error('the line is down')
    },
  })
  const leave = memory.follow((state) => shown.push(said(state)))
  memory.watch(report as unknown as Report)
  const slice = (year: string) => {
    world.year = year
    event()
  }
  const turn = (page: string) => {
    world.page = page
    memory.turned(page)
  }
  const settle = () => vi.advanceTimersByTimeAsync(settleMs)
  const answer = async (at: number) => {
    world.answers[at]?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { world, memory, leave, happened, shown, slice, turn, settle, answer }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('reads a change once it has settled, and puts it', async () => {
  const { happened, slice, settle, answer, world } = opened()
  slice('2012')
  await vi.advanceTimersByTimeAsync(settleMs - 1)
  slice('2013')
  expect(world.answers).toHaveLength(0)
  await settle()
  await answer(0)
  expect(happened).toEqual(['later p1 ["2013"]'])
})

it('puts a turned page at once, and not a second time when it has been read', async () => {
  const { happened, turn, settle, answer } = opened()
  turn('p2')
  expect(happened).toEqual(['now p2 []'])
  await settle()
  await answer(0)
  expect(happened).toEqual(['now p2 []'])
})

it('a page that is turned while a slicer is read keeps both', async () => {
  const { happened, slice, turn, settle, answer } = opened()
  slice('2012')
  await settle()
  turn('p2')
  await answer(0)
  expect(happened).toEqual(['now p2 []', 'later p2 ["2012"]'])
})

it('an answer that arrives late does not replace a newer one', async () => {
  const { happened, slice, settle, answer, world } = opened()
  slice('2012')
  await settle()
  slice('2013')
  await settle()
  await answer(1)
  world.year = 'out of date'
  await answer(0)
  expect(happened).toEqual(['later p1 ["2013"]'])
})

it('reads a change that has not settled when the frame is about to be removed', async () => {
  const { memory, happened, slice, answer } = opened()
  slice('2012')
  const settled = memory.settle()
  await answer(0)
  await settled
  expect(happened).toEqual(['later p1 ["2012"]'])
})

it('does not wait for a frame without an answer', async () => {
  const { memory, happened, slice } = opened()
  slice('2012')
  const settled = memory.settle()
  await vi.advanceTimersByTimeAsync(1_000)
  await settled
  expect(happened).toEqual([])
})

it('a reset forgets what waits before it forgets at the server, and what is being read', async () => {
  const { memory, happened, slice, settle, answer } = opened()
  slice('2012')
  await settle()
  await memory.reset()
  await answer(0)
  expect(happened).toEqual(['dropped', 'forgotten'])
  slice('2013')
  await settle()
  await answer(1)
  expect(happened.at(-1)).toBe('later p1 ["2013"]')
})

it('a reset that fails keeps the state', async () => {
  const { memory, world, happened, turn } = opened()
  world.forgets = false
  turn('p2')
  await expect(memory.reset()).rejects.toThrow('the line is down')
  expect(happened).toEqual(['now p2 []', 'dropped', 'forgotten', 'later p2 []'])
})

it('tells each change, but stores nothing where nothing is stored', async () => {
  const { memory, happened, shown, slice, turn, settle, answer } = opened({ save_filters: false })
  turn('p2')
  slice('2012')
  await settle()
  await answer(0)
  await memory.reset()
  expect(shown).toEqual(['p2 []', 'p2 ["2012"]'])
  expect(happened).toEqual([])
})

it('sends what waits when the reader leaves, and stores an answer that arrives later', async () => {
  const { leave, happened, shown, slice, settle, answer } = opened()
  slice('2012')
  await settle()
  leave()
  await answer(0)
  expect(happened).toEqual(['stored', 'later p1 ["2012"]'])
  expect(shown).toEqual([])
})
