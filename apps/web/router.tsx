// Routes out of what features bring: doors for anybody, screens for who is signed in, in the frame or without it.
// Next: guard.ts (who may be where), features.ts (the list), frame/frame.tsx.
import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  type RouteComponent,
  type RouterHistory,
} from '@tanstack/react-router'
import type { ScreenEntry } from '#platform/web/routing/screen-entry.ts'
import { useSession } from '#platform/web/session/use-session.ts'
import { doors, screens as ownScreens } from './features.ts'
import { Frame } from './frame/frame.tsx'
import { isOpen, menuFor } from './frame/menu.ts'
import { BrokenPage, NotFoundPage, RefusedPage } from './frame/notice-pages.tsx'
import { SignedIn } from './frame/signed-in.tsx'
import { StartPage } from './frame/start-page.tsx'
import { guard } from './guard.ts'

export type RouterGround = {
  signedIn: () => boolean
  signOut: () => void
  history?: RouterHistory
}

const start: ScreenEntry = { path: '/', screen: '', permission: null, menu: null, component: StartPage }
const screens = ownScreens.some(({ path }) => path === '/') ? ownScreens : [start, ...ownScreens]

export function makeRouter({ signedIn, signOut, history }: RouterGround) {
  const Framed = () => (
    <PersonFrame signOut={signOut}>
      <Outlet />
    </PersonFrame>
  )
  const root = createRootRoute({
    beforeLoad: ({ location: { pathname, href } }) => {
      const paths = { screens: screens.map(({ path }) => path), doors: doors.map(({ path }) => path) }
      const way = guard({ pathname, href, signedIn: signedIn(), ...paths })
      if (way === null) return
      const search = 'redirect' in way && way.redirect !== undefined ? { redirect: way.redirect } : {}
      // oxlint-disable-next-line typescript/only-throw-error -- the router takes a redirect this way
      throw redirect({ to: way.to, search, replace: true })
    },
    notFoundComponent: () => (
      <SignedIn>
        <PersonFrame signOut={signOut}>
          <NotFoundPage />
        </PersonFrame>
      </SignedIn>
    ),
  })
  const person = createRoute({ getParentRoute: () => root, id: 'person', component: InSession })
  const framed = createRoute({ getParentRoute: () => person, id: 'framed', component: Framed })
  const pathsUnder = (parent: typeof framed | typeof person, entries: readonly ScreenEntry[]) =>
    entries.map((entry) => createRoute({ getParentRoute: () => parent, path: entry.path, component: gated(entry) }))
  return createRouter({
    routeTree: root.addChildren([
      ...doors.map(({ path, component }) => createRoute({ getParentRoute: () => root, path, component })),
      person.addChildren([
        framed.addChildren(
          pathsUnder(
            framed,
            screens.filter(({ bare }) => bare !== true),
          ),
        ),
        ...pathsUnder(
          person,
          screens.filter(({ bare }) => bare === true),
        ),
      ]),
    ]),
    ...(history ? { history } : {}),
    defaultPreload: 'intent',
    defaultErrorComponent: BrokenPage,
    // Queries are text, as everywhere else on the web: a person can read and write them.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: writeSearch,
  })
}

export type PortalRouter = ReturnType<typeof makeRouter>

const InSession = () => (
  <SignedIn>
    <Outlet />
  </SignedIn>
)

function PersonFrame({ signOut, children }: { signOut: () => void; children: React.ReactNode }) {
  const session = useSession()
  return (
    <Frame groups={menuFor(screens, session)} onSignOut={signOut}>
      {children}
    </Frame>
  )
}

/** The screen, or the sentence that says it is not for this person. */
function gated(entry: ScreenEntry): RouteComponent {
  const Screen = entry.component
  const Gated: RouteComponent = () => (isOpen(entry, useSession()) ? <Screen /> : <RefusedPage />)
  // What is fetched when the pointer comes near is the screen's own file.
  return Object.assign(Gated, Screen.preload ? { preload: Screen.preload } : {})
}

function writeSearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}
