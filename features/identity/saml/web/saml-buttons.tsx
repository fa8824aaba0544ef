import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailure } from '#platform/web/client/call-failure.ts'
import { ask } from '#platform/web/client/client.ts'
import { useCaches } from '#platform/web/session/use-session.ts'
import { toastFailure } from '#platform/web/ui/toasts.tsx'
import { samlLogin } from '../contract.ts'

type SamlButtonsProps = { apps: readonly { id: string; name: string }[]; redirect: string | null }

/** One button per identity provider of the host. */
export function SamlButtons({ apps, redirect }: SamlButtonsProps) {
  const { t } = useTranslation()
  const caches = useCaches()
  const [busy, setBusy] = useState<string | null>(null)
  const start = async (id: string) => {
    setBusy(id)
    try {
      const answer = await ask(samlLogin, { id, redirect })
      caches.writeSingleSignOn({ id, redirect })
      await caches.settled()
      location.assign(answer.redirect)
    } catch (error) {
      setBusy(null)
      if (!(error instanceof CallFailure)) throw error
      toastFailure(error.message, error.trace)
    }
  }
  if (apps.length === 0) return null
  return (
    <Stack gap="xs" mt="md">
      {apps.map(({ id, name }) => (
        <Button key={id} variant="default" size="md" loading={busy === id} onClick={() => void start(id)}>
          {t('identity.signIn.enterWith', { name })}
        </Button>
      ))}
    </Stack>
  )
}
