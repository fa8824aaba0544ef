// What the form of a task may not say.
import type { Texts } from '#catalogue/languages.ts'
import { fail } from '#platform/contract/failure.ts'
import type { Outgoing } from '#platform/server/outgoing.ts'
import { conditionFault, numberIn, type TaskInput, type TaskStateSettings } from '../contract.ts'
import { compared, placeholderFault } from './rules.ts'

type Question = Pick<TaskInput, 'type' | 'dax' | 'operator' | 'value' | 'variables'> & { message: Texts }

export function mustBeValidQuestion(question: Question): void {
  const wrong = conditionFault(question)
  if (wrong?.field === 'operator') fail(wrong.code, { fields: { operator: wrong.code } })
  if (wrong?.field === 'value') fail('call.invalid', { fields: { value: wrong.code } })
  const fault = placeholderFault(question)
  if (fault !== null)
    fail('task.variable_unknown', { fields: { [fault.field]: 'task.variable_unknown' }, values: { name: fault.name } })
}

type Limits = Pick<TaskInput, 'operator' | 'value'> & TaskStateSettings

export function mustBeValidStates({ fire_runs, fire_of, clear_value, operator, value }: Limits): void {
  if (fire_runs > fire_of) fail('call.invalid', { fields: { fire_runs: 'invalid' } })
  if (clear_value !== null && operator === 'changed_by' && numberIn(clear_value) === null)
    fail('call.invalid', { fields: { clear_value: 'invalid' } })
  if (clear_value !== null && compared(0, operator, value) !== null) {
    if (compared(0, operator, clear_value) === null) fail('call.invalid', { fields: { clear_value: 'invalid' } })
  }
}

/**
 * Refuses a task that is incomplete or could notify nobody. Foreign keys refuse reports, triggers, people and groups of another business
 * unit.
 */
export function mustBeValidTask(input: TaskInput, outgoing: Outgoing): void {
  mustBeValidQuestion(input)
  const { report_id, channels, repeat_policy, webhook_url, target: audience, send_to_self } = input
  mustBeValidStates(input)
  if (report_id === null && input.workspace_id === null) fail('call.invalid', { fields: { report_id: 'required' } })
  if (report_id !== null && input.workspace_id !== null) fail('call.invalid', { fields: { workspace_id: 'invalid' } })
  if (input.workspace_id !== null && input.service_dataset_id === null)
    fail('call.invalid', { fields: { service_dataset_id: 'required' } })
  if (channels.includes('webhook') && (webhook_url === null || !outgoing.allows(webhook_url)))
    fail('task.webhook_refused', { fields: { webhook_url: 'task.webhook_refused' } })
  if (repeat_policy === 'only_execute_dax') return
  if (channels.length === 0) fail('call.invalid', { fields: { channels: 'required' } })
  const isNotifying = channels.includes('portal') || channels.includes('email')
  const hasNobody = audience === 'chosen' && !send_to_self && input.user_ids.length + input.group_ids.length === 0
  if (isNotifying && hasNobody) fail('task.without_addressee', { fields: { target: 'task.without_addressee' } })
}
