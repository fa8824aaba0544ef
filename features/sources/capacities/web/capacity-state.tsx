import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CapacityState as State } from '../contract.ts'

const colours = {
  unknown: 'gray',
  running: 'green',
  paused: 'gray',
  starting: 'blue',
  pausing: 'blue',
  scaling: 'blue',
  failed: 'red',
} as const

export function CapacityState({ state }: { state: State }) {
  const { t } = useTranslation()
  return (
    <Badge variant="light" tt="none" miw="max-content" color={colours[state]}>
      {t(`sources.capacities.states.${state}`)}
    </Badge>
  )
}

/** Whether the state will change without a person: Azure ends a change by itself, and the portal checks a new capacity at once. */
export const isUnderWay = (state: State): boolean => ['unknown', 'starting', 'pausing', 'scaling'].includes(state)
