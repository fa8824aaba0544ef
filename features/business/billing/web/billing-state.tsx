import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { BillState } from '../contract.ts'

const colours = { draft: 'yellow', issued: 'green', void: 'gray' } as const

export function BillStateBadge({ state }: { state: BillState }) {
  const { t } = useTranslation()
  return (
    <Badge variant="light" tt="none" miw="max-content" color={colours[state]} c="var(--ink)">
      {t(`business.billing.state.${state}`)}
    </Badge>
  )
}
