import { Button, Divider } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailure } from '#platform/web/client/call-failure.ts'
import { ask } from '#platform/web/client/client.ts'
import { toastFailure, toastNotice } from '#platform/web/ui/toasts.tsx'
import type { SignedIn } from '#features/identity/sign-in-pages/web/exports.tsx'
import { askPasskeySignIn, signInWithPasskey } from '../contract.ts'
import { canUsePasskeys, signChallenge } from './two-factor-passkey-browser.ts'
import classes from './two-factor.module.css'

/** The sign-in without e-mail and password, in browsers that support passkeys. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: (answer: SignedIn) => Promise<void> }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  if (!canUsePasskeys()) return null
  const enter = async () => {
    setBusy(true)
    try {
      const passkey = await signChallenge(await ask(askPasskeySignIn, {}))
      if (passkey === null) toastNotice(t('identity.signIn.passkey.none'))
      else await onSignedIn(await ask(signInWithPasskey, { passkey }))
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      toastFailure(error.message, error.trace)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={classes.passkey}>
      <Divider label={t('identity.signIn.passkey.or')} my="lg" />
      <Button
        fullWidth
        size="md"
        variant="default"
        loading={busy}
        leftSection={<IconFingerprint size={18} aria-hidden />}
        onClick={() => void enter()}
      >
        {t('identity.signIn.passkey.use')}
      </Button>
    </div>
  )
}
