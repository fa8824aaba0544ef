// The switch of two providers, one on the sign-in page and one withdrawn, in English. The page shows what the switches want.
import { MantineProvider, Menu } from '@mantine/core'
import i18next from 'i18next'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { generalPhrases } from '#catalogue/phrases/general.ts'
import saml from '#features/identity/saml/phrases/en-US.ts'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { ProviderSwitch } from './provider-switch.tsx'

void i18next.use(initReactI18next).init({
  lng: 'en-US',
  resources: { 'en-US': { translation: { general: generalPhrases['en-US'], identity: { saml } } } },
  interpolation: { escapeValue: false },
})

function Page() {
  const [wanted, setWanted] = useState<string[]>([])
  const list = (name: string, status: boolean) => (
    <Menu.Dropdown>
      <ProviderSwitch
        provider={{ name, status }}
        isBusy={false}
        onSwitch={(to) => setWanted((all) => [...all, `${name} ${to ? 'on' : 'off'}`])}
      />
    </Menu.Dropdown>
  )
  return (
    <>
      {[list('Entra', true), list('Okta', false)].map((dropdown, index) => (
        <Menu key={index} defaultOpened closeOnItemClick={false} withinPortal={false} transitionProps={{ duration: 0 }}>
          {dropdown}
        </Menu>
      ))}
      <output>{wanted.join(', ')}</output>
    </>
  )
}

const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(
  <StrictMode>
    <MantineProvider>
      <ConfirmDialog>
        <Page />
      </ConfirmDialog>
    </MantineProvider>
  </StrictMode>,
)
