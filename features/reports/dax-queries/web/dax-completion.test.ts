import { expect, it } from 'vitest'
import { choicesAfter } from './dax-completion.ts'

const schema = {
  columns: [
    { table: 'Sales', column: 'Amount' },
    { table: "L'été", column: 'a]b' },
  ],
  measures: [{ table: 'Sales', name: 'Total' }],
}
const labels = (before: string, isAsked = false) => {
  const found = choicesAfter(before, schema, isAsked)
  return found && [found.typed, found.choices.map(({ label }) => label)]
}

it.each([
  ['Sales[', 1, ['[Total]', '[Amount]']],
  ["EVALUATE 'Sales'[Am", 3, ['[Total]', '[Amount]']],
  ["VALUES('L''été'[", 1, ['[a]]b]']],
  ['SUM([A', 2, ['[Total]', '[Amount]', '[a]]b]']],
  ['sales[', 1, ['[Total]', '[Amount]']],
  ["EVALUATE 'Sa", 3, ["'Sales'", "'L''été'"]],
  ["FILTER('Sales', 'L''é", 5, ["'Sales'", "'L''été'"]],
])('after %j', (before, typed, choices) => {
  expect(labels(before)).toEqual([typed, choices])
})

it('after a word are tables, measures, columns with their table, functions and keywords', () => {
  const [typed, choices] = labels('EVALUATE su') ?? []
  expect(typed).toBe(2)
  expect(choices).toEqual(expect.arrayContaining(["'Sales'", '[Total]', "'L''été'[a]]b]", 'SUM(', 'RETURN']))
})

it('after an apostrophe inside a text no name of a table is open', () => {
  expect(labels('FILTER(Sales, [x] = "L\'été", y')?.[0]).toBe(1)
})

it('after nothing there is no choice, unless the person asks', () => {
  expect(labels('EVALUATE ')).toBeNull()
  expect(labels('EVALUATE ', true)?.[0]).toBe(0)
})
