// The home page of a person without reports. The test sets `session` before the script. Without phrases, it shows its keys.
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { type Session, SessionContext } from '#platform/web/session/use-session.ts'
import { NothingYet } from './home-start.tsx'

void i18next.use(initReactI18next).init({ lng: 'en-US', resources: {}, interpolation: { escapeValue: false } })

export type StartPage = { start: { can: string[]; screens: string[] } }

const { can, screens } = (globalThis as unknown as StartPage).start
const session = { can: new Set(can), screens: new Set(screens) } as unknown as Session

const router = createRouter({
  routeTree: createRootRoute({ component: NothingYet, notFoundComponent: NothingYet }),
  history: createMemoryHistory({ initialEntries: ['/'] }),
})
const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(
  <MantineProvider>
    <QueryClientProvider client={new QueryClient()}>
      <SessionContext value={session}>
        <RouterProvider router={router} />
      </SessionContext>
    </QueryClientProvider>
  </MantineProvider>,
)
