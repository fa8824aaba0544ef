import { useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { loginConfig } from '../contract.ts'
import { pageClasses as classes, SignInNotice } from '#features/identity/sign-in-pages/web/exports.tsx'

/**
 * The page for a person whose IP address is not allowed. The refusal that leads here contains the address; if the page is opened directly,
 * it loads the address.
 */
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
