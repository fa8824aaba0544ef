import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { RunState } from '../contract.ts'

const colours = {
  waiting: 'blue',
  delivered: 'green',
  undelivered: 'orange',
  failed: 'red',
  never: 'gray',
  off: 'gray',
} as const

/** Shows the state of a run, or of an export that never ran or is switched off. */
export function ExportState({ state }: { state: RunState | 'never' | 'off' }) {
  const { t } = useTranslation()
  return (
    <Badge variant="light" tt="none" color={colours[state]} miw="max-content">
      {t(`automation.scheduledExports.states.${state}`)}
    </Badge>
  )
}
