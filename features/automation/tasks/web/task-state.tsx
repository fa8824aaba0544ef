import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { RunState } from '../contract.ts'
import { stateColours } from './state-colours.ts'

/** A run in which the condition was met has the colour of the state Firing, and one in which it was not met has that of Normal. */
export const runColours = {
  waiting: 'blue',
  notified: stateColours.firing,
  held: stateColours.firing,
  quiet: stateColours.ok,
  recorded: 'gray',
  untold: stateColours.firing,
  missed: 'orange',
  failed: stateColours.error,
  stopped: stateColours.error,
  never: 'gray',
  off: 'gray',
} as const

/** Shows the state of a run, or of a task that never ran or is switched off. */
export function TaskState({ state }: { state: RunState | 'never' | 'off' }) {
  const { t } = useTranslation()
  return (
    <Badge variant="light" tt="none" color={runColours[state]} miw="max-content">
      {t(`automation.tasks.states.${state}`)}
    </Badge>
  )
}
