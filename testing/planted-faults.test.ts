import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { checks } from '../tools/checks.ts'
import { type FoundBy, kinds, plantedFaults } from './planted-faults.ts'

const duplicatesOf = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index)

it('at least forty faults are planted, of every kind, under different names', () => {
  expect(plantedFaults.length).toBeGreaterThanOrEqual(40)
  expect(kinds.filter((kind) => !plantedFaults.some((fault) => fault.kind === kind))).toEqual([])
  expect(duplicatesOf(plantedFaults.map(({ name }) => name))).toEqual([])
})

it.each(plantedFaults)('$name: replaces a text that occurs once', ({ file, from, to }) => {
  expect(readFileSync(file, 'utf8').split(from)).toHaveLength(2)
  expect(to).not.toBe(from)
})

/** Returns the files, checks and test names of a fault that do not exist. The name of an `it.each` test is in its file in parts. */
function missingOf(by: FoundBy): string[] {
  if (by.suite === 'checks') return checks.some(({ name }) => name === by.check) ? [] : [by.check]
  if (!existsSync(by.file)) return [by.file]
  const text = readFileSync(by.file, 'utf8')
  return (by.title?.split(', ') ?? []).filter((part) => !text.includes(part))
}

it.each(plantedFaults)('$name: tests that exist find it', ({ foundBy }) => {
  expect(foundBy.length).toBeGreaterThan(0)
  expect(foundBy.flatMap(missingOf)).toEqual([])
})
