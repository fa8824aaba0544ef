import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { CallFailure } from '#platform/web/client/call-failure.ts'
import { ask } from '#platform/web/client/client.ts'
import { useCaches } from '#platform/web/session/use-session.ts'
import { toastFailure } from '#platform/web/ui/toasts.tsx'
import type { loginConfig } from '#features/identity/sign-in/contract.ts'
import { openidLogin } from '../contract.ts'
import { ProviderPicture } from './openid-icon.tsx'

type OpenidButtonsProps = {
  providers: ReceivedOf<typeof loginConfig>['openid']
  redirect: string | null
}

/** One button per OpenID provider of the host. */
export function OpenidButtons({ providers, redirect }: OpenidButtonsProps) {
  const { t } = useTranslation()
  const caches = useCaches()
  const [busy, setBusy] = useState<string | null>(null)
  const start = async (id: string) => {
    setBusy(id)
    try {
      const answer = await ask(openidLogin, { id, redirect })
      caches.writeSingleSignOn({ id, redirect })
      await caches.settled()
      location.assign(answer.redirect)
    } catch (error) {
      setBusy(null)
      if (!(error instanceof CallFailure)) throw error
      toastFailure(error.message, error.trace)
    }
  }
  if (providers.length === 0) return null
  return (
    <Stack gap="xs" mt="md">
      {providers.map(({ id, name, icon }) => (
        <Button
          key={id}
          variant="default"
          size="md"
          leftSection={<ProviderPicture icon={icon} />}
          loading={busy === id}
          onClick={() => void start(id)}
        >
          {t('identity.signIn.enterWith', { name })}
        </Button>
      ))}
    </Stack>
  )
}
