// The bar of a phone in a frame with a long page, in English. The event `fill` lets a screen fill the window, and ends it.
import { MantineProvider } from '@mantine/core'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider, useLocation } from '@tanstack/react-router'
import i18next from 'i18next'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { permissionsOf } from '#catalogue/access.ts'
import { screensFor } from '#catalogue/screens.ts'
import home from '#features/home/shelves/phrases/en-US.ts'
import { screens as shelves } from '#features/home/shelves/web/routes.ts'
import { screens as playlists } from '#features/reports/playlists/web/routes.ts'
import frame from '#platform/web/phrases/en-US.ts'
import { type Session, SessionContext } from '#platform/web/session/use-session.ts'
import { firstTap } from '#platform/web/ui/first-tap.ts'
import '@mantine/core/styles.css'
import '#platform/web/theme/tokens.css'
import classes from './frame.module.css'
import { menuFor, spotOf } from './menu.ts'
import { PhoneBar } from './phone-bar.tsx'

void i18next.use(initReactI18next).init({
  lng: 'en-US',
  resources: { 'en-US': { translation: { frame, home: { shelves: home } } } },
  interpolation: { escapeValue: false },
})

const can = new Set<string>(permissionsOf({ profile: 'user', scope: 'tenant', toggles: [] }))
const groups = menuFor([...shelves, ...playlists], { can, screens: new Set<string>(screensFor('user', [])) })

export type PhonePage = { phone: { searched: number; saved: string[]; go: (path: string) => void } }
const phone: PhonePage['phone'] = { searched: 0, saved: [], go: (path) => void router.navigate({ href: path }) }
Object.assign(globalThis, { phone })
addEventListener('keydown', ({ key, ctrlKey }) => {
  if (key === 'k' && ctrlKey) phone.searched += 1
})

function Page() {
  const [fills, setFills] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const { pathname } = useLocation()
  useEffect(() => {
    const hear = () => setFills((is) => !is)
    addEventListener('fill', hear)
    return () => removeEventListener('fill', hear)
  }, [])
  return (
    <div className={classes.frame}>
      <header className={classes.bar} aria-label="Top bar" />
      <main className={classes.content}>
        <h1>{pathname}</h1>
        <input aria-label="Name" />
        <label>
          <input type="checkbox" /> Active
        </label>
        <SavedForm />
        <p id="last">The last line</p>
        {fills ? <div data-fills-window /> : null}
      </main>
      <PhoneBar groups={groups} spot={spotOf(groups, pathname)} isMenuOpen={isOpen} onMenu={() => setOpen(true)} />
    </div>
  )
}

/** A form with its buttons at the bottom of the window. */
function SavedForm() {
  const [day, setDay] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        phone.saved.push(day)
      }}
    >
      {/* As the fields of days and numbers do, it takes its text over when it loses the focus. */}
      <input aria-label="Day" onBlur={({ currentTarget: { value } }) => setDay(value)} />
      <div style={{ height: '120vh' }} />
      <div style={{ position: 'sticky', bottom: 'var(--phone-bar, 0)' }} {...firstTap}>
        <button type="submit" style={{ minHeight: 44 }}>
          Save
        </button>
      </div>
    </form>
  )
}

const router = createRouter({
  routeTree: createRootRoute({ component: Page, notFoundComponent: Page }),
  history: createMemoryHistory({ initialEntries: ['/'] }),
})
const root = document.createElement('div')
document.documentElement.lang = 'en'
document.body.style.margin = '0'
const meta = Object.assign(document.createElement('meta'), { name: 'viewport', content: 'width=device-width' })
document.head.append(meta)
document.body.append(root)
createRoot(root).render(
  <MantineProvider defaultColorScheme="auto">
    <SessionContext value={{ can } as unknown as Session}>
      <RouterProvider router={router} />
    </SessionContext>
  </MantineProvider>,
)
