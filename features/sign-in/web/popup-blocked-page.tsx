import { useTranslation } from 'react-i18next'
import { SignInNotice } from './sign-in-notice.tsx'

/** The browser refused to open a window that a sign-in needed. */
export function PopupBlockedPage() {
  const { t } = useTranslation()
  return (
    <SignInNotice title={t('signIn.popup.title')}>
      <p>{t('signIn.popup.text')}</p>
    </SignInNotice>
  )
}
