// Why mails wait where there is no mail server, and what to do about it.
import { Alert, Anchor } from '@mantine/core'
import { IconMailOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useCan, useSession } from '#platform/web/session/use-session.ts'
import { readMailServer } from '../contract.ts'

export function WaitingNote() {
  const { t } = useTranslation()
  const { tenantId } = useSession()
  const maySet = useCan('settings.update_access')
  const { data } = useCallQuery(readMailServer, {}, { enabled: useCan('mail.read') })
  if (data?.sends !== false) return null
  return (
    <Alert color="amber" variant="light" c="var(--ink)" mb="md" icon={<IconMailOff aria-hidden />}>
      {tenantId === null ? t('messaging.outbox.waits.staff') : t('messaging.outbox.waits.unit')}{' '}
      {tenantId === null ? null : maySet ? (
        <Anchor component={PathLink} to="/setting#sender" inherit underline="always">
          {t('messaging.outbox.waits.settings')}
        </Anchor>
      ) : (
        t('messaging.outbox.waits.ask')
      )}
    </Alert>
  )
}
