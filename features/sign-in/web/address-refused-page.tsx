import { useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SignInNotice } from './sign-in-notice.tsx'
import classes from './sign-in-page.module.css'

/** The caller's address is blocked. The server's sentence names the address, if known. */
export function AddressRefusedPage() {
  const { t } = useTranslation()
  const state: unknown = useRouterState({ select: ({ location }) => location.state })
  return (
    <SignInNotice title={t('signIn.address.title')}>
      <p className={classes.figures}>{sentenceOf(state) ?? t('signIn.address.text')}</p>
      <p>{t('signIn.address.advice')}</p>
    </SignInNotice>
  )
}

function sentenceOf(state: unknown): string | null {
  const isState = typeof state === 'object' && state !== null && 'message' in state
  return isState && typeof state.message === 'string' ? state.message : null
}
