import { useTranslation } from 'react-i18next'
import { SignInNotice } from './sign-in-notice.tsx'

/** The host of this address is nobody's. */
export function DomainNotFoundPage() {
  const { t } = useTranslation()
  return (
    <SignInNotice title={t('signIn.domain.title')} way={false}>
      <p>{t('signIn.domain.text', { host: location.host })}</p>
    </SignInNotice>
  )
}
