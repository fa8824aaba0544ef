import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { RunState } from '../contract.ts'

const colours = {
  waiting: 'blue',
  notified: 'green',
  held: 'teal',
  quiet: 'gray',
  recorded: 'green',
  untold: 'orange',
  missed: 'orange',
  failed: 'red',
  stopped: 'red',
  never: 'gray',
  off: 'gray',
} as const

/** Shows the state of a run, or of a task that never ran or is switched off. */
export function TaskState({ state }: { state: RunState | 'never' | 'off' }) {
  const { t } = useTranslation()
  return (
    <Badge variant="light" tt="none" color={colours[state]} miw="max-content">
      {t(`automation.tasks.states.${state}`)}
    </Badge>
  )
}
