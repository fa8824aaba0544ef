// The screen of the import, for a person who may grant reports. Without phrases, it shows their keys. The test answers its calls.
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { SessionContext } from '#platform/web/session/use-session.ts'
import { ReportImport } from './report-import.tsx'

void i18next.use(initReactI18next).init({ lng: 'en-US', resources: {}, interpolation: { escapeValue: false } })

/** Only what the screen reads of a session. */
const session = { can: new Set(['report.grant']), screens: new Set(), language: 'en-US', timezone: 'UTC' }

const Screen = () => (
  <SessionContext value={session as never}>
    <ReportImport />
  </SessionContext>
)

const router = createRouter({
  routeTree: createRootRoute({ component: Screen, notFoundComponent: Screen }),
  history: createMemoryHistory({ initialEntries: ['/'] }),
})
const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(
  <MantineProvider>
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>
  </MantineProvider>,
)
