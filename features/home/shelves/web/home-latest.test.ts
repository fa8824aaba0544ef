import { expect, it } from 'vitest'
import { latestBelow } from './home-latest.ts'

const now = new Date('2026-11-30T12:00:00Z')
const added = (id: string, day: string) => ({ id, created_at: new Date(`${day}T09:00:00Z`) })
const idsOf = (above: string[]) =>
  latestBelow([added('new', '2026-11-29'), added('old', '2026-10-01')], new Set(above), now).map(({ id }) => id)

it('a report of the last 30 days stays among the latest when it is opened or a favourite; an older one is shown once', () => {
  expect(idsOf([])).toEqual(['new', 'old'])
  expect(idsOf(['new'])).toEqual(['new', 'old'])
  expect(idsOf(['new', 'old'])).toEqual(['new'])
  expect(latestBelow([added('edge', '2026-10-31')], new Set(['edge']), now)).toEqual([])
})
