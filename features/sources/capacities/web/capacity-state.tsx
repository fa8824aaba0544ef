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

/** Azure leaves these states by itself, and the portal looks at a new capacity at once. */
export const isUnderWay = (state: State): boolean => ['unknown', 'starting', 'pausing', 'scaling'].includes(state)
