import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { flakyBefore, maxQuarantined, maxQuarantineDays, quarantined } from './quarantine.ts'

const dayMs = 86_400_000

it('at most five tests are in quarantine, each for at most 14 days, with an owner and a reason', () => {
  expect(quarantined.length).toBeLessThanOrEqual(maxQuarantined)
  for (const { test, owner, since, reason } of quarantined) {
    expect(
      [owner, reason].every((text) => text.trim() !== ''),
      test,
    ).toBe(true)
    const age = Date.now() - Date.parse(since)
    expect(age >= 0 && age <= maxQuarantineDays * dayMs, `${test}: since ${since}`).toBe(true)
  }
})

it('each entry names a test that exists', () => {
  const unknown = [...quarantined, ...flakyBefore].filter(({ test }) => {
    const [file = '', title = ''] = test.split(' › ')
    // A title of `it.each` has placeholders in the file: its last word must be there.
    return !existsSync(file) || !readFileSync(file, 'utf8').includes(title.split(' ').at(-1) ?? '')
  })
  expect(unknown).toEqual([])
})
