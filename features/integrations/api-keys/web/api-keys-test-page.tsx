// The screen of API keys alone, in English. The test answers its calls.
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { generalPhrases } from '#catalogue/phrases/general.ts'
import { type Session, SessionContext } from '#platform/web/session/use-session.ts'
import phrases from '../phrases/en-US.ts'
import { ApiKeysPage } from './api-keys-page.tsx'

const translation = { general: generalPhrases['en-US'], integrations: { apiKeys: phrases } }
void i18next.use(initReactI18next).init({
  lng: 'en-US',
  resources: { 'en-US': { translation } },
  interpolation: { escapeValue: false },
})

const session = {
  user: { id: '1', email: 'ana@example.com', name: 'Ana', profile: 'admin', partnerId: null, authType: 'password' },
  can: new Set([
    'api_key.read',
    'api_key.add',
    'api_key.update',
    'api_key.remove',
    'user.read',
    'user.add',
    'report.manage',
  ]),
  timezone: 'America/Sao_Paulo',
  language: 'en-US',
} as unknown as Session

const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(
  <MantineProvider>
    <QueryClientProvider client={new QueryClient()}>
      <SessionContext value={session}>
        <ApiKeysPage />
      </SessionContext>
    </QueryClientProvider>
  </MantineProvider>,
)
