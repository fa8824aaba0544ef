import { describe, expect, it } from 'vitest'
import { createAddressCheck } from './address-checks.ts'

/** A gate whose database refuses the tokens that begin with `bad`. It records the tokens of each statement. */
function recordingGate(answer = (tokens: string[]) => tokens.filter((token) => token.startsWith('bad'))) {
  const statements: { address: string; tokens: string[] }[] = []
  const askOpen = async ({ address }: { address: string }, _text: string, [tokens]: unknown[]) => {
    statements.push({ address, tokens: tokens as string[] })
    await Promise.resolve()
    return answer(tokens as string[]).map((token) => ({ token }))
  }
  return { statements, askOpen }
}

const office = '198.51.100.7'

describe('the address of embed tokens', () => {
  it('A8: is judged for each token, in few statements for the people of one office', async () => {
    const gate = recordingGate()
    const isRefused = createAddressCheck(gate)
    const tokens = Array.from({ length: 450 }, (_, at) => `${at % 3 === 0 ? 'bad' : 'good'}-${at}`)
    const verdicts = await Promise.all(tokens.map((token) => isRefused(token, office)))
    expect(verdicts).toEqual(tokens.map((token) => token.startsWith('bad')))
    expect(gate.statements.map((each) => each.tokens.length)).toEqual([1, 200, 200, 49])
  })

  it('is judged once for the visuals of a page, and for each address of its own', async () => {
    const gate = recordingGate()
    const isRefused = createAddressCheck(gate)
    await Promise.all(Array.from({ length: 12 }, () => isRefused('good', office)))
    await isRefused('good', office)
    await isRefused('good', '198.51.100.8')
    expect(gate.statements.map(({ address }) => address)).toEqual([office, '198.51.100.8'])
  })

  it('is not judged without the database: the call fails, and the next one asks again', async () => {
    let isAway = true
    const gate = recordingGate(() => {
      if (isAway) throw new Error('no connection')
      return []
    })
    const isRefused = createAddressCheck(gate)
    await expect(isRefused('good', office)).rejects.toThrow('no connection')
    isAway = false
    expect(await isRefused('good', office)).toBe(false)
  })

  it('fails for a flood of tokens from one address, and not for others', async () => {
    const isRefused = createAddressCheck(recordingGate())
    const flood = await Promise.allSettled(Array.from({ length: 6_000 }, (_, at) => isRefused(`token-${at}`, office)))
    expect(flood.filter(({ status }) => status === 'rejected').length).toBe(999)
    expect(await isRefused('good', '198.51.100.8')).toBe(false)
  })
})
