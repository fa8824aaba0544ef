import { useTranslation } from 'react-i18next'
import { SignInNotice } from '#features/identity/sign-in-pages/web/exports.tsx'

/** The page of a host that belongs to no business unit. */
export function DomainNotFoundPage() {
  const { t } = useTranslation()
  return (
    <SignInNotice title={t('identity.signIn.domain.title')} hasSignInLink={false}>
      <p>{t('identity.signIn.domain.text', { host: location.host })}</p>
    </SignInNotice>
  )
}
