import { expect, test } from 'vitest'
import type { Column } from '../../ui/column.ts'
import { chosenColumns, shownColumns } from './use-list-choice.ts'

const column = (key: string, chosenOnly = false): Column<never> => ({ key, title: key, chosenOnly, cell: () => null })
const columns = [column('name'), column('state'), column('badge', true)]
const shown = (chosen: string[] | null) => shownColumns(columns, chosen).map(({ key }) => key)

test('an optional column is hidden by default; the first column never is', () => {
  expect(shown(null)).toEqual(['name', 'state'])
  expect(shown(['badge'])).toEqual(['name', 'badge'])
})

test('a chosen column is shown on a phone with its title, without changing another list with the same columns', () => {
  const wide = [column('name'), { ...column('badge', true), wideOnly: true }]
  expect(shownColumns(wide, ['badge'])[1]).toMatchObject({ key: 'badge', wideOnly: false, labelled: true })
  expect(wide[1]).toMatchObject({ wideOnly: true })
})

test('choosing the default columns counts as no choice', () => {
  const chosen = chosenColumns(columns, null, { key: 'badge', on: true })
  expect(chosen).toEqual(['name', 'state', 'badge'])
  expect(chosenColumns(columns, chosen, { key: 'badge', on: false })).toBeNull()
  expect(chosenColumns(columns, chosen, { key: 'state', on: false })).toEqual(['name', 'badge'])
})
