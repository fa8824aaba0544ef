import { Badge } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefresh } from '#platform/web/client/use-ask.ts'
import { capacityCalls, type CapacityState as State } from '../contract.ts'

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
      {t(`embedding.capacities.states.${state}`)}
    </Badge>
  )
}

/** Azure leaves these states by itself, and the portal looks at a new capacity at once. */
export const isUnderWay = (state: State): boolean => ['unknown', 'starting', 'pausing', 'scaling'].includes(state)

const lookEveryMs = 5_000

/** Asks again while a change runs, so that its end appears by itself. */
export function useLookWhile(runs: boolean): void {
  const refresh = useRefresh(capacityCalls.list)
  useEffect(() => {
    if (!runs) return
    const timer = setInterval(refresh, lookEveryMs)
    return () => clearInterval(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `refresh` does the same at each render
  }, [runs])
}
