import { expect, test } from 'vitest'
import type { SemanticModel } from '../model/model.ts'
import { todayOf } from './today.ts'

const model: SemanticModel = { name: 'm', culture: 'en-US', tables: [], relationships: [], roles: [] }
const at = (day: string) => Date.parse(`${day}T00:00:00Z`)

test.each([
  ['data that go on', undefined, '2026-05-04', '2026-05-04'],
  ['data that have ended', '2013-12-31', '2026-05-04', '2013-12-31'],
  ['data that end later', '2030-12-31', '2026-05-04', '2026-05-04'],
])('relative dates of %s count from today or the last day', (_, until, now, expected) => {
  const ended = until === undefined ? model : { ...model, relativeDatesUntil: until }
  expect(todayOf(ended, at(now))).toBe(at(expected))
})
