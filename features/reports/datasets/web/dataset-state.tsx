import { Badge } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefresh } from '#platform/web/client/use-ask.ts'
import { listDatasets, type RefreshState } from '../contract.ts'

const colours = {
  waiting: 'gray',
  running: 'blue',
  completed: 'green',
  failed: 'red',
  canceled: 'gray',
  refused: 'yellow',
} as const

export function DatasetState({ state }: { state: RefreshState }) {
  const { t } = useTranslation()
  return (
    <Badge variant="light" tt="none" color={colours[state]}>
      {t(`reports.datasets.states.${state}`)}
    </Badge>
  )
}

export const isUnderWay = (state: RefreshState | null): boolean => state === 'waiting' || state === 'running'

const lookEveryMs = 5_000

/** Asks again while a refresh runs, so that its end appears by itself. */
export function useLookWhile(runs: boolean): void {
  const refresh = useRefresh(listDatasets)
  useEffect(() => {
    if (!runs) return
    const timer = setInterval(refresh, lookEveryMs)
    return () => clearInterval(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `refresh` does the same at each render
  }, [runs])
}
