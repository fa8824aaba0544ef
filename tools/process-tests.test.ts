import { expect, it } from 'vitest'
import { allProcessTests, longProcessTests, shortProcessTests } from './process-tests.ts'

it('names files that exist, and leaves the others in every run', () => {
  const all = allProcessTests()
  expect(all).toEqual(expect.arrayContaining([...longProcessTests]))
  expect(shortProcessTests()).toHaveLength(all.length - longProcessTests.length)
  expect(shortProcessTests()).toContain('apps/server/start.process.test.ts')
})
