import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCallMutation, useCallQuery } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useIsEmbedded } from '#platform/web/session/use-session.ts'
import { followFault, readReportFault } from '../contract.ts'

type KnownFaultProps = {
  reportId: string
  /** The words of the button that follows the fault; without it, those of the viewer. */
  action?: string
}

/** Says that a fault of the report is known, and lets the person follow it. Nothing without a fault, and on pages of other sites. */
export function KnownFault({ reportId, action }: KnownFaultProps) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const { data } = useCallQuery(readReportFault, { reportId }, { enabled: !useIsEmbedded(), freshFor: 60_000 })
  const follow = useCallMutation(followFault)
  const fault = data?.fault ?? null
  if (fault === null) return null
  const { id, since, follows } = fault
  return (
    <Alert
      variant="light"
      color="gray"
      radius={0}
      c="var(--ink)"
      icon={<IconAlertTriangle size={18} stroke={1.7} aria-hidden />}
    >
      <Group gap="xs" justify="space-between">
        <Text component="output" size="sm">
          {t('reports.faults.known', { when: dateTime(since) })} {follows ? t('reports.faults.follows') : null}
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          loading={follow.isPending}
          onClick={() => follow.mutate({ id, follows: !follows })}
        >
          {follows ? t('reports.faults.unfollow') : (action ?? t('reports.faults.follow'))}
        </Button>
      </Group>
    </Alert>
  )
}
