import { useTranslation } from 'react-i18next'
import { SignInNotice } from './sign-in-notice.tsx'

/** The browser blocked a pop-up window of a sign-in. */
export function PopupBlockedPage() {
  const { t } = useTranslation()
  return (
    <SignInNotice title={t('signIn.popup.title')}>
      <p>{t('signIn.popup.text')}</p>
    </SignInNotice>
  )
}
