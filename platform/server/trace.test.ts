import { describe, expect, it } from 'vitest'
import { presentTrace, traceFrom, underTrace } from './trace.ts'

const id = '4bf92f3577b34da6a3ce929d0e0e4736'

describe('a trace id', () => {
  it('is taken from a valid header', () => {
    expect(traceFrom(`00-${id}-00f067aa0ba902b7-01`)).toBe(id)
  })

  it.each([
    undefined,
    '',
    id,
    `00-${id.toUpperCase()}-00f067aa0ba902b7-01`,
    `01-${id}-00f067aa0ba902b7-01`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${id}-0000000000000000-01`,
    `00-${id}-00f067aa0ba902b7-01\nforged: line`,
    [`00-${id}-00f067aa0ba902b7-01`],
  ])('is generated instead of %j', (header) => {
    const made = traceFrom(header)
    expect(made).toMatch(/^[0-9a-f]{32}$/)
    expect(made).not.toBe(id)
  })

  it('follows asynchronous work and does not leak into other work', async () => {
    const [one, two] = await Promise.all(
      ['one', 'two'].map((trace) =>
        underTrace(trace, async () => {
          await new Promise((resolve) => setTimeout(resolve, 1))
          return presentTrace()
        }),
      ),
    )
    expect([one, two, presentTrace()]).toEqual(['one', 'two', undefined])
  })
})
