import { describe, expect, it } from 'vitest'
import { delayRefusals, maxWaiting, refusalDelayMs } from './delayed-refusals.ts'

/** A hook whose waits end when `end` is called. `answer` runs it; `sent` counts the answers that it let go. */
function heldHook() {
  const ends: (() => void)[] = []
  const delays: number[] = []
  const hook = delayRefusals((work, ms) => {
    delays.push(ms)
    ends.push(work)
  })
  let sent = 0
  let resumed = 0
  const raw = { resume: () => ((resumed += 1), raw as never) }
  const answer = (statusCode: number) => hook({ raw }, { statusCode }, '', () => (sent += 1))
  return { answer, delays, sent: () => sent, resumed: () => resumed, end: () => ends.splice(0).forEach((one) => one()) }
}

describe('V5: a refusal by a limit', () => {
  it.each([413, 429])('waits: %d', (statusCode) => {
    const { answer, delays, sent, resumed, end } = heldHook()
    answer(statusCode)
    // Meanwhile the rest of the body is read, so that the client gets the answer.
    expect([delays, sent(), resumed()]).toEqual([[refusalDelayMs], 0, 1])
    end()
    expect(sent()).toBe(1)
  })

  it('is not delayed when too many wait; later ones wait again', () => {
    const { answer, delays, sent, end } = heldHook()
    for (let count = 0; count <= maxWaiting; count++) answer(429)
    expect([delays.length, sent()]).toEqual([maxWaiting, 1])
    end()
    expect(sent()).toBe(maxWaiting + 1)
    answer(429)
    expect([delays.length, sent()]).toEqual([maxWaiting + 1, maxWaiting + 1])
  })
})

it.each([200, 204, 304, 400, 401, 403, 404, 409, 500, 503])('every other answer is sent at once: %d', (statusCode) => {
  const { answer, delays, sent } = heldHook()
  answer(statusCode)
  expect([delays, sent()]).toEqual([[], 1])
})
