// The screen of remote access of a signed-in person. Without phrases, it shows their keys. The test answers its calls.
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { SessionContext } from '#platform/web/session/use-session.ts'
import { RemotePage } from './remote-page.tsx'

void i18next.use(initReactI18next).init({ lng: 'en-US', resources: {}, interpolation: { escapeValue: false } })

/** Only what the screen reads of a session. */
const session = { can: new Set(), screens: new Set(), language: 'en-US', timezone: 'UTC', remoteAccess: null }

const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(
  <MantineProvider>
    <SessionContext value={session as never}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RemotePage />
      </QueryClientProvider>
    </SessionContext>
  </MantineProvider>,
)
