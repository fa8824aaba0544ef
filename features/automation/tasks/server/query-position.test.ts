import { expect, it } from 'vitest'
import { positionInForm } from './query-position.ts'

const variables = [
  { name: 'a', value: 'a long text', substitution: 'text' as const },
  { name: 'n', value: '7', substitution: 'number' as const },
]

it.each([
  // The place before, inside and after the literal of a variable; `{{a}}` becomes 13 characters, `{{n}}` becomes one.
  ['EVALUATE {{a}} Wrong', { line: 1, column: 3 }, { line: 1, column: 3 }],
  ['EVALUATE {{a}} Wrong', { line: 1, column: 15 }, { line: 1, column: 10 }],
  ['EVALUATE {{a}} Wrong', { line: 1, column: 24 }, { line: 1, column: 16 }],
  ['EVALUATE {{n}} Wrong', { line: 1, column: 12 }, { line: 1, column: 16 }],
  ['EVALUATE\n{{n}} {{a}}\nWrong', { line: 3, column: 1 }, { line: 3, column: 1 }],
  ['EVALUATE\n{{n}} Wrong', { line: 2, column: 3 }, { line: 2, column: 7 }],
  ['EVALUATE', { line: 9, column: 9 }, { line: 1, column: 9 }],
])('in %j the place %j of the filled query is %j', (dax, filled, written) => {
  expect(positionInForm(dax, variables, '2026-11-26', filled)).toEqual(written)
})
