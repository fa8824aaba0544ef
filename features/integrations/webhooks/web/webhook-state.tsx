import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DeliveryState } from '../contract.ts'

const colours = {
  on: 'green',
  failing: 'orange',
  off: 'gray',
  disabled: 'red',
  waiting: 'blue',
  delivered: 'green',
  failed: 'red',
} as const

type State = 'on' | 'failing' | 'off' | 'disabled'

type Standing = { active: boolean; disabled_at: Date | null; failing_since: Date | null }

export function stateOf({ active, disabled_at, failing_since }: Standing): State {
  if (disabled_at !== null) return 'disabled'
  if (!active) return 'off'
  return failing_since === null ? 'on' : 'failing'
}

/** Shows the state of a webhook or of a delivery. */
export function WebhookState({ state }: { state: State | DeliveryState }) {
  const { t } = useTranslation()
  return (
    <Badge variant="light" tt="none" color={colours[state]} miw="max-content">
      {t(`integrations.webhooks.states.${state}`)}
    </Badge>
  )
}
