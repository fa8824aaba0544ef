import { useTranslation } from 'react-i18next'
import { SignInNotice } from './sign-in-notice.tsx'

/** No business unit has this host. */
export function DomainNotFoundPage() {
  const { t } = useTranslation()
  return (
    <SignInNotice title={t('signIn.domain.title')} way={false}>
      <p>{t('signIn.domain.text', { host: location.host })}</p>
    </SignInNotice>
  )
}
