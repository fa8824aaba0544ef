import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { RefreshState } from '../contract.ts'

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
    <Badge variant="light" tt="none" color={colours[state]} miw="max-content">
      {t(`reports.datasets.states.${state}`)}
    </Badge>
  )
}

export const isUnderWay = (state: RefreshState | null): boolean => state === 'waiting' || state === 'running'
