import { expect, test } from 'vitest'
import { faultsOf, firstChoices } from './task-faults.ts'

const empty = { report_id: null, service_dataset_id: '', dax: '' }

test('a new alert lacks first its report, then what it watches; name and message follow from them', () => {
  const rest = { name: undefined, message: undefined }
  expect(firstChoices(empty)).toEqual({ report_id: 'required', dax: undefined, ...rest })
  expect(firstChoices({ ...empty, report_id: 'r' })).toEqual(rest)
  expect(firstChoices({ ...empty, service_dataset_id: 'd' })).toEqual(rest)
  expect(firstChoices({ ...empty, report_id: 'r', dax: 'EVALUATE Sales' })).toEqual({})
})

test('an alert lacks the value of its comparison and the address of its webhook', () => {
  const task = { type: 'single', operator: 'less', value: '', channels: ['webhook'], webhook_url: ' ' }
  expect(faultsOf(task)).toEqual({ value: 'required', webhook_url: 'required' })
  expect(faultsOf({ ...task, value: '5', channels: ['portal'] })).toEqual({})
})
