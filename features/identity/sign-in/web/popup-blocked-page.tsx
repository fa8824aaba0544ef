import { Accordion } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Browser, browserOf, browsers } from './sign-in-browser.ts'
import { SignInNotice } from '#features/identity/sign-in-pages/web/exports.tsx'

const names: Record<Browser, string> = {
  chrome: 'Google Chrome',
  edge: 'Microsoft Edge',
  firefox: 'Mozilla Firefox',
  safari: 'Apple Safari',
  opera: 'Opera',
}

/** The page after the browser blocked a pop-up window, with instructions for each browser; those of the present browser are open. */
export function PopupBlockedPage() {
  const { t } = useTranslation()
  const present = browserOf(navigator.userAgent)
  return (
    <SignInNotice title={t('identity.signIn.popup.title')}>
      <p>{t('identity.signIn.popup.text')}</p>
      <p>{t('identity.signIn.popup.how')}</p>
      <Accordion variant="separated" order={2} defaultValue={present}>
        {browsers.map((browser) => (
          <Accordion.Item key={browser} value={browser}>
            <Accordion.Control>
              {names[browser]}
              {browser === present ? ` · ${t('identity.signIn.popup.yours')}` : ''}
            </Accordion.Control>
            <Accordion.Panel>{t(`identity.signIn.popup.steps.${browser}`)}</Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      <p>{t('identity.signIn.popup.blocker')}</p>
    </SignInNotice>
  )
}
