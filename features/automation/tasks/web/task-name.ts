// The name that a new alert gets when the person writes none: what it watches, with the condition.
import { measuredName, pickedIn } from '#features/reports/dax-queries/contract.ts'
import { type Operator, taskNameLength, withoutValue } from '../contract.ts'

type Condition = { dax: unknown; operator: unknown; value: unknown }

/** Empty while nothing is picked from the lists. `operatorName`: the words of a comparison, such as “is less than”. */
export function suggestedName(
  { dax, operator, value }: Condition,
  operatorName: (operator: Operator) => string,
): string {
  const picked = pickedIn(String(dax))
  if (picked === null) return ''
  const subject = measuredName(picked)
  const limit = typeof value === 'string' ? value.trim() : ''
  const condition =
    operator === 'changed_by'
      ? `± ${limit}%`
      : [operatorName(operator as Operator), withoutValue.includes(String(operator)) ? '' : limit].join(' ')
  return `${subject} ${condition}`.trim().slice(0, taskNameLength).trim()
}
