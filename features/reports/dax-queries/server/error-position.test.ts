import { expect, it } from 'vitest'
import { errorPosition } from './error-position.ts'

it.each([
  ['(2, 10) There is no table Nowhere.', { line: 2, column: 10 }],
  ["Query (1, 10) Cannot find table 'Nowhere'.", { line: 1, column: 10 }],
  ['Consulta (12,3) A sintaxe está incorreta.', { line: 12, column: 3 }],
  ['A function needs (1, 2) arguments.', null],
  ['(0, 4) no such line', null],
  ['', null],
  [null, null],
])('reads the place of an error from %j', (detail, position) => {
  expect(errorPosition(detail)).toEqual(position)
})
