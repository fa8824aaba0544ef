import { Button, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailure } from '#platform/web/client/call-failure.ts'
import { useCaches } from '#platform/web/session/use-session.ts'
import { toastFailure } from '#platform/web/ui/toasts.tsx'

type SignInStart = { id: string; redirect: string | null }

type ProviderButtonsProps = {
  providers: readonly { id: string; name: string; picture?: ReactNode }[]
  /** The path that the person wanted. */
  redirect: string | null
  /** Asks for the address of the provider's sign-in page. */
  onStart: (asked: SignInStart) => Promise<{ redirect: string }>
}

/** One button per identity provider of the host: it leaves for the provider's sign-in page. */
export function ProviderButtons({ providers, redirect, onStart }: ProviderButtonsProps) {
  const { t } = useTranslation()
  const caches = useCaches()
  const [busy, setBusy] = useState<string | null>(null)
  const start = async (id: string) => {
    setBusy(id)
    try {
      const answer = await onStart({ id, redirect })
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
      {providers.map(({ id, name, picture }) => (
        <Button
          key={id}
          variant="default"
          size="md"
          leftSection={picture}
          loading={busy === id}
          onClick={() => void start(id)}
        >
          {t('identity.signIn.enterWith', { name })}
        </Button>
      ))}
    </Stack>
  )
}
