// The page that begins the session of a hand-over. Without phrases, it shows their keys. The test answers its calls.
import { MantineProvider } from '@mantine/core'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { ArrivalContext } from '#platform/web/session/arrival.ts'
import { CachesContext } from '#platform/web/session/use-session.ts'
import { activeTheme } from '#platform/web/theme/active-theme.ts'
import { SwitchLandingPage } from './switch-landing-page.tsx'

void i18next.use(initReactI18next).init({
  lng: 'en-US',
  resources: { 'en-US': { translation: { identity: { unitSwitch: { openingUnit: 'Opening {{unit}}' } } } } },
  interpolation: { escapeValue: false },
})

/** What the page had when the session began. */
const arrivals: (string | null | undefined)[] = []
Object.assign(globalThis, { arrivals })

const Screen = () => (
  <CachesContext value={{ writeTheme: () => undefined } as never}>
    <ArrivalContext value={async () => void arrivals.push(activeTheme().title_page)}>
      <SwitchLandingPage />
    </ArrivalContext>
  </CachesContext>
)

const rootRoute = createRootRoute()
const landing = createRoute({ getParentRoute: () => rootRoute, path: '/change/company/$token', component: Screen })
const router = createRouter({
  routeTree: rootRoute.addChildren([landing]),
  history: createMemoryHistory({ initialEntries: [`/change/company/${'x'.repeat(43)}`] }),
})
const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(
  <MantineProvider>
    <RouterProvider router={router as never} />
  </MantineProvider>,
)
