import { expect, it } from 'vitest'
import { refreshing } from './report-refresh.ts'

function opened() {
  const world = { at: 0, isSeen: true, refreshes: 0, fails: false }
  const one = refreshing({
    seconds: 30,
    now: () => world.at,
    isSeen: () => world.isSeen,
    refresh: async () => {
      world.refreshes += 1
      if (world.fails) throw new Error('the service is away')
    },
  })
  return { world, ...one }
}

it('refreshes after each interval, and not before', () => {
  const { world, check } = opened()
  for (world.at = 0; world.at <= 90_000; world.at += 1_000) check()
  expect(world.refreshes).toBe(3)
})

it('does not refresh a hidden page, and refreshes once when it becomes visible', () => {
  const { world, check } = opened()
  world.isSeen = false
  for (world.at = 0; world.at <= 300_000; world.at += 1_000) check()
  expect(world.refreshes).toBe(0)
  world.isSeen = true
  check()
  check()
  expect(world.refreshes).toBe(1)
})

it('continues after a failure, and stops when it is ended', () => {
  const { world, check, stop } = opened()
  world.fails = true
  world.at = 30_000
  check()
  world.at = 60_000
  check()
  expect(world.refreshes).toBe(2)
  stop()
  world.at = 90_000
  check()
  expect(world.refreshes).toBe(2)
})
