import { Badge, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DomainState } from '../contract.ts'

/** Shows a host as people read it, with its ASCII form beside it: two names that look the same have different ASCII forms. */
export function DomainName({ name, readable }: { name: string; readable: string | null }) {
  const style = { overflowWrap: 'anywhere' } as const
  if (readable === null) return <span style={style}>{name}</span>
  return (
    <span style={style}>
      {readable}{' '}
      <Text span size="sm" c="dimmed">
        ({name})
      </Text>
    </span>
  )
}

const colours = { waiting: 'yellow', verified: 'green', refused: 'red' } as const

export function DomainStateBadge({ state }: { state: DomainState }) {
  const { t } = useTranslation()
  return (
    <Badge variant="light" tt="none" color={colours[state]} c="var(--ink)">
      {t(`business.domains.state.${state}`)}
    </Badge>
  )
}

export function MainBadge() {
  const { t } = useTranslation()
  return (
    <Badge variant="light" tt="none" color="blue" c="var(--ink)">
      {t('business.domains.field.main')}
    </Badge>
  )
}
