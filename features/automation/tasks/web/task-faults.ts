// What a task lacks, found in the browser.
import type { InputFault } from '#platform/web/client/check-input.ts'
import { conditionFault } from '../contract.ts'

/** Undefined: no fault, although the contract finds one. */
type Faults = Record<string, InputFault | undefined>

type Condition = Parameters<typeof conditionFault>[0]

/**
 * What a new task needs first: where the data comes from, and what is watched. The name and the message follow from it, so they are no
 * faults before.
 */
export function firstChoices({ report_id, service_dataset_id, dax }: Record<string, unknown>): Faults {
  const isChosen = Boolean(report_id) || Boolean(service_dataset_id)
  if (!isChosen) return { report_id: 'required', dax: undefined, name: undefined, message: undefined }
  return String(dax).trim() === '' ? { name: undefined, message: undefined } : {}
}

/** What the server would refuse, and the contract cannot say. */
export function faultsOf(sent: Record<string, unknown>): Record<string, InputFault> {
  const fault = conditionFault(sent as Condition)
  return { ...(fault?.field === 'value' && { value: fault.code }), ...webhookFaults(sent) }
}

/** Requires the URL of a webhook when the task uses this channel. The contract cannot require it, because other tasks have none. */
function webhookFaults({
  channels: selectedChannels,
  webhook_url,
}: Record<string, unknown>): Record<string, 'required'> {
  const isCalled = Array.isArray(selectedChannels) && selectedChannels.includes('webhook')
  const url = typeof webhook_url === 'string' ? webhook_url.trim() : ''
  return isCalled && url === '' ? { webhook_url: 'required' } : {}
}
