import { useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { loginConfig } from '../contract.ts'
import { pageClasses as classes, SignInNotice } from '#features/identity/sign-in-pages/web/exports.tsx'

/** The caller's address is blocked. The refusal that led here names the address; opened directly, the page asks for it. */
export function AddressRefusedPage() {
  const { t } = useTranslation()
  const state: unknown = useRouterState({ select: ({ location }) => location.state })
  const refusal = sentenceOf(state)
  const { data } = useCallQuery(loginConfig, {}, { enabled: refusal === null })
  const sentence = data ? `${t('identity.signIn.address.text')} (${data.address})` : t('identity.signIn.address.text')
  return (
    <SignInNotice title={t('identity.signIn.address.title')}>
      <p className={classes.figures}>{refusal ?? sentence}</p>
      <p>{t('identity.signIn.address.advice')}</p>
    </SignInNotice>
  )
}

function sentenceOf(state: unknown): string | null {
  const isState = typeof state === 'object' && state !== null && 'message' in state
  return isState && typeof state.message === 'string' ? state.message : null
}
