import { Switch, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { setRemoteConsent } from '../contract.ts'
import { useRemoteChange, useRemoteConfig } from './remote-config.ts'

/** Takes effect at once. Outside of business units, and in remote access, there is nothing to consent to. */
export function RemoteConsent() {
  const { t } = useTranslation()
  const { data } = useRemoteConfig()
  const change = useRemoteChange(setRemoteConsent, { onDone: () => toastDone() })
  if (!data || data.consent === null) return null
  if (!data.allowed) return <Text size="sm">{t('identity.remoteAccess.list.forbidden')}</Text>
  return (
    <Switch
      name="allow_remote_access"
      label={t('identity.remoteAccess.list.consent')}
      description={t('identity.remoteAccess.list.consentHelp')}
      checked={change.isPending ? change.variables.allow : data.consent === 'always'}
      disabled={change.isPending}
      onChange={({ currentTarget: { checked } }) => change.mutate({ allow: checked })}
    />
  )
}
