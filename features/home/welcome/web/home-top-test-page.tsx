// The top of the home page above a shelf, in English. The test answers its calls, and reads where the shelf has stood.
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { keyOf } from '#platform/web/client/query-keys.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { type Session, SessionContext } from '#platform/web/session/use-session.ts'
import { listPins } from '#features/reports/pins/contract.ts'
import pins from '#features/reports/pins/phrases/en-US.ts'
import { readWelcome } from '../contract.ts'
import welcome from '../phrases/en-US.ts'
import { HomeTop } from './home-top.tsx'

void i18next.use(initReactI18next).init({
  lng: 'en-US',
  resources: { 'en-US': { translation: { home: { welcome }, reports: { pins } } } },
  interpolation: { escapeValue: false },
})

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })

export type TopPage = {
  homeTop: {
    /** The distances of the shelf from the top of the window since it appeared, without repetitions. */
    places: number[]
    /** What a live event does: asks again, also while the first answer is under way. */
    askAgain: () => void
  }
}
const homeTop: TopPage['homeTop'] = {
  places: [],
  askAgain: () => {
    for (const call of [readWelcome, listPins]) void client.invalidateQueries({ queryKey: keyOf(call, {}) })
  },
}
Object.assign(globalThis, { homeTop })

new MutationObserver(() => {
  const place = document.getElementById('shelf')?.getBoundingClientRect().top
  if (place !== undefined && place !== homeTop.places.at(-1)) homeTop.places.push(place)
}).observe(document, { childList: true, subtree: true, attributes: true })

function Page() {
  const welcome = useCallQuery(readWelcome, {})
  const pins = useCallQuery(listPins, {})
  return (
    <HomeTop hasReports {...{ welcome, pins }} skeleton={<div data-skeleton style={{ height: 400 }} />}>
      <div id="shelf">Reports</div>
    </HomeTop>
  )
}

const session = {
  user: { id: '1', email: 'ana@example.com', name: 'Ana', profile: 'user', partnerId: null, authType: 'password' },
  can: new Set(['report.open', 'pin.keep']),
  screens: new Set(['']),
  timezone: 'America/Sao_Paulo',
  language: 'en-US',
} as unknown as Session

const router = createRouter({
  routeTree: createRootRoute({ component: Page, notFoundComponent: Page }),
  history: createMemoryHistory({ initialEntries: ['/'] }),
})
const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(
  <MantineProvider>
    <QueryClientProvider client={client}>
      <SessionContext value={session}>
        <RouterProvider router={router} />
      </SessionContext>
    </QueryClientProvider>
  </MantineProvider>,
)
