import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  conditionFault,
  listedState,
  type Operator,
  pickedOperators,
  taskVariable,
  type TaskType,
  variablesOf,
} from './contract.ts'

it.each<[TaskType, Operator, string | null, string | null]>([
  ['single', 'greater', '10', null],
  ['single', 'greater', null, 'value required'],
  ['single', 'greater', '  ', 'value required'],
  ['single', 'is_blank', null, null],
  ['list', 'is_not_blank', null, null],
  ['single', 'changed', null, null],
  ['list', 'changed', null, 'operator task.list_changed'],
  ['list', 'changed_by', '10', 'operator task.list_changed'],
  ['single', 'changed_by', '10,5', null],
  ['single', 'changed_by', null, 'value required'],
  ['single', 'changed_by', '0', 'value invalid'],
  ['single', 'changed_by', '-5', 'value invalid'],
  ['single', 'changed_by', 'ten', 'value invalid'],
])('the condition of a %s that is %s %j has the fault %j', (type, operator, value, fault) => {
  const found = conditionFault({ type, operator, value })
  expect(found && `${found.field} ${found.code}`).toBe(fault)
})

const name = fc.string({ minLength: 1 }).filter((text) => text.trim() === text)
const column = fc.record({ table: name, column: name })

it('names its columns by variables that the contract takes, each once', () => {
  fc.assert(
    fc.property(fc.array(column, { maxLength: 8 }), (by) => {
      const variables = variablesOf(by, ['meta'])
      expect(new Set(['meta', 'value', 'count', ...variables.map((each) => each.name)]).size).toBe(by.length + 3)
      const fitting = variables.filter(({ value }) => value.length <= 200)
      for (const variable of fitting) expect(taskVariable.safeParse(variable).error).toBeUndefined()
    }),
  )
  expect(variablesOf([{ table: 'T', column: 'Unit price (€)' }], []).map((each) => each.name)).toEqual(['Unit_price_'])
})

it.each([
  [[], 'single'],
  [[{ table: 'T', column: 'C' }], 'list'],
] as const)('grouped by %j has comparisons that a %s can have', (by, type) => {
  const faults = pickedOperators(by).map((operator) => conditionFault({ type, operator, value: '10' }))
  expect(faults.every((fault) => fault === null)).toBe(true)
})

it.each([
  [{ enabled: true, state: null, last_state: null }, 'never'],
  [{ enabled: true, state: null, last_state: 'waiting' }, 'never'],
  [{ enabled: true, state: null, last_state: 'failed' }, 'error'],
  [{ enabled: true, state: 'firing', last_state: 'failed' }, 'firing'],
  [{ enabled: false, state: 'firing', last_state: 'notified' }, 'paused'],
] as const)('the state of %j in the list is %s', (task, expected) => {
  expect(listedState(task)).toBe(expected)
})
