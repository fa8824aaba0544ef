// Routes made from what features bring: public screens for everybody, screens for signed-in people, in the frame or without it.
// Next: guard.ts (who may be where), features.ts (the list), frame/person-frame.tsx.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type RouteComponent,
  type RouterHistory,
} from '@tanstack/react-router'
import { Suspense } from 'react'
import type { ScreenEntry } from '#platform/web/routing/screen-entry.ts'
import { useSession } from '#platform/web/session/use-session.ts'
import { publicScreens, screens } from './features.ts'
import { isOpen } from './frame/menu.ts'
import { BrokenPage, NotFoundPage, RefusedPage } from './frame/notice-pages.tsx'
import { guard } from './guard.ts'

export type RouterGround = {
  signedIn: () => boolean
  signOut: () => void
  /** The page was loaded at a path of embedded access. */
  isEmbedded: boolean
  /** Loads a page anew. */
  load: (href: string) => void
  history?: RouterHistory
}

const SignedIn = lazyRouteComponent(() => import('./frame/signed-in.tsx'), 'SignedIn')
const PublicFrame = lazyRouteComponent(
  () => import('#features/identity/sign-in-pages/web/public-frame.tsx'),
  'PublicFrame',
)
const PersonFrame = lazyRouteComponent(() => import('./frame/person-frame.tsx'), 'PersonFrame')

/** Prefetches the frame for a person who is about to see a screen. */
export function fetchFrame(): void {
  void SignedIn.preload?.()
  void PersonFrame.preload?.()
}

export function makeRouter({ signedIn, signOut, isEmbedded, load, history }: RouterGround) {
  const Outside = () => (
    <PersonFrame signOut={signOut}>
      <Outlet />
    </PersonFrame>
  )
  // The router waits for the frame and for the screen inside it before it shows either.
  const Framed: RouteComponent = Object.assign(Outside, { preload: async () => PersonFrame.preload?.() })
  const root = createRootRoute({
    beforeLoad: ({ location: { pathname, href } }) => {
      const paths = { screens: screens.map(({ path }) => path), publicScreens: publicScreens.map(({ path }) => path) }
      const redirection = guard({ pathname, href, signedIn: signedIn(), isEmbedded, ...paths })
      if (redirection === null) return
      if ('load' in redirection) {
        load(redirection.load)
        return new Promise<void>(() => undefined)
      }
      const search =
        'redirect' in redirection && redirection.redirect !== undefined ? { redirect: redirection.redirect } : {}
      // oxlint-disable-next-line typescript/only-throw-error -- the router takes a redirect this way
      throw redirect({ to: redirection.to, search, replace: true })
    },
    notFoundComponent: () => (
      <Suspense>
        <SignedIn signOut={signOut}>
          <PersonFrame signOut={signOut}>
            <NotFoundPage />
          </PersonFrame>
        </SignedIn>
      </Suspense>
    ),
  })
  const Session = () => (
    <SignedIn signOut={signOut}>
      <Outlet />
    </SignedIn>
  )
  const InSession: RouteComponent = Object.assign(Session, { preload: async () => SignedIn.preload?.() })
  const person = createRoute({ getParentRoute: () => root, id: 'person', component: InSession })
  const framed = createRoute({ getParentRoute: () => person, id: 'framed', component: Framed })
  const pathsUnder = (parent: typeof framed | typeof person, entries: readonly ScreenEntry[]) =>
    byPath(entries).map((same) =>
      createRoute({ getParentRoute: () => parent, path: same[0].path, component: gated(same) }),
    )
  /** Renders the page in the frame of the screens for a person who is signed in, and in that of the sign-in page for other visitors. */
  const inFrame = (path: string, Page: RouteComponent): RouteComponent => {
    const [first, ...more] = screens.filter((screen) => screen.path === path)
    const Screen = first ? gated([first, ...more]) : Page
    const Either = () =>
      signedIn() ? (
        <Suspense>
          <SignedIn signOut={signOut}>
            <PersonFrame signOut={signOut}>
              <Screen />
            </PersonFrame>
          </SignedIn>
        </Suspense>
      ) : (
        <Suspense>
          <PublicFrame>
            <Page />
          </PublicFrame>
        </Suspense>
      )
    // As for the screens: the router waits for the frame and for the page inside it.
    const preload = async () => {
      const components = signedIn() ? [SignedIn, PersonFrame, Screen] : [PublicFrame, Page]
      await Promise.all(components.map(async (component) => component.preload?.()))
    }
    return Object.assign(Either, { preload })
  }
  const isPublic = (path: string) => publicScreens.some((entry) => entry.path === path)
  return createRouter({
    routeTree: root.addChildren([
      ...publicScreens.map(({ path, component, framed: isFramed }) =>
        createRoute({
          getParentRoute: () => root,
          path,
          component: isFramed ? inFrame(path, component) : component,
        }),
      ),
      person.addChildren([
        framed.addChildren(
          pathsUnder(
            framed,
            screens.filter(({ bare, path }) => bare !== true && !isPublic(path)),
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
    // Queries are plain text, so a person can read and write them.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: writeSearch,
  })
}

export type PortalRouter = ReturnType<typeof makeRouter>

type SamePath = [ScreenEntry, ...ScreenEntry[]]

/** A path may have one screen for managers and one for readers: the specification's `reports`. */
function byPath(entries: readonly ScreenEntry[]): SamePath[] {
  const paths = new Map<string, SamePath>()
  for (const entry of entries) {
    const same = paths.get(entry.path)
    if (same) same.push(entry)
    else paths.set(entry.path, [entry])
  }
  return [...paths.values()]
}

/** The first screen of the path that the person may open, or the message that there is none. */
function gated(entries: SamePath): RouteComponent {
  const Gated: RouteComponent = () => {
    const session = useSession()
    const Screen = entries.find((entry) => isOpen(entry, session))?.component ?? RefusedPage
    return (
      // Only the first screen of the path is loaded before it is shown: while another one loads, the frame around it stays.
      <Suspense>
        <Screen />
      </Suspense>
    )
  }
  // Hovering a link prefetches the file of its screen.
  const { preload } = entries[0].component
  return Object.assign(Gated, preload ? { preload } : {})
}

function writeSearch(search: Record<string, unknown>): string {
  const definedEntries = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  const text = new URLSearchParams(definedEntries.map(([key, value]) => [key, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}
