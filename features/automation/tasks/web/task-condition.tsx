// The condition of a task in the list of tasks.
import { Text, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#platform/web/language/language.ts'
import type { RowOf } from '#platform/web/pages/list-page.tsx'
import { measuredName, pickedIn } from '#features/reports/dax-queries/contract.ts'
import { type taskCalls, withoutValue } from '../contract.ts'
import { columnLabel, formattedInput } from './task-value-format.ts'

type Condition = Pick<RowOf<typeof taskCalls.list>, 'dax' | 'column_name' | 'operator' | 'value'>

/** One line for the name and two for the comparison, so that the value stays visible. The tooltip has all of it. */
export function TaskCondition({ dax, column_name, operator, value }: Condition) {
  const { t } = useTranslation()
  const language = useLanguage()
  const valueText = operator === 'contains' || value === null ? value : formattedInput(value, language)
  const picked = pickedIn(dax)
  const subject = picked ? measuredName(picked) : column_name === null ? null : columnLabel(column_name)
  const comparison = [
    t(`automation.tasks.choice.operator.${operator}`),
    withoutValue.includes(operator) ? null : valueText,
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <Tooltip label={[subject, comparison].filter(Boolean).join(' ')} multiline maw="24rem">
      {/* A long name without spaces would make the table wider than the page. */}
      <div style={{ overflowWrap: 'anywhere' }}>
        {subject === null ? null : (
          <Text component="span" inherit lineClamp={1}>
            {subject}{' '}
          </Text>
        )}
        <Text component="span" inherit lineClamp={2}>
          {comparison}
        </Text>
      </div>
    </Tooltip>
  )
}
