import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { delayRefusals, mostWaiting, refusalDelayMs } from './delayed-refusals.ts'

const request = {} as FastifyRequest

/** A hook whose waits end when `end` is called. */
function heldHook() {
  const ends: (() => void)[] = []
  const delays: number[] = []
  const hook = delayRefusals((ms) => {
    delays.push(ms)
    return new Promise<void>((resolve) => ends.push(resolve))
  })
  return { hook, delays, end: () => ends.splice(0).forEach((one) => one()) }
}

describe('V5: a refusal by a limit', () => {
  it.each([413, 429])('waits: %d', async (statusCode) => {
    const { hook, delays, end } = heldHook()
    const sent = hook(request, { statusCode })
    expect(delays).toEqual([refusalDelayMs])
    end()
    await sent
  })

  it('is not delayed when too many wait; later ones wait again', async () => {
    const { hook, delays, end } = heldHook()
    const sent = Array.from({ length: mostWaiting }, () => hook(request, { statusCode: 429 }))
    await hook(request, { statusCode: 429 })
    expect(delays).toHaveLength(mostWaiting)
    end()
    await Promise.all(sent)
    void hook(request, { statusCode: 429 })
    expect(delays).toHaveLength(mostWaiting + 1)
  })
})

it.each([200, 204, 304, 400, 401, 403, 404, 409, 500, 503])(
  'every other answer is sent at once: %d',
  async (statusCode) => {
    const { hook, delays } = heldHook()
    await hook(request, { statusCode })
    expect(delays).toEqual([])
  },
)
