// The navigation guard of the specification (section 2): decides by path, and by whether a person is signed in, which screen is shown. It
// protects nothing: the server does.
import { embeddedPaths, isEmbeddedPath } from '#catalogue/embedded-paths.ts'

/** `load`: the page is loaded anew there, because it keeps its session apart. */
export type Way =
  | { to: '/' }
  | { to: '/signin'; redirect?: string }
  | { to: string; redirect?: never }
  | { load: string }

export type Visit = {
  pathname: string
  /** Path with query and hash, to return to after sign-in. */
  href: string
  signedIn: boolean
  /** The page was loaded at a path of embedded access, and stays at such paths. */
  isEmbedded: boolean
  /** Paths of screens and public screens, in TanStack's form. */
  screens: readonly string[]
  publicScreens: readonly string[]
}

/** The redirect target; null allows the visit. */
export function guard({ pathname, href, signedIn, isEmbedded, screens, publicScreens }: Visit): Way | null {
  if (isEmbedded) return guardEmbedded(pathname, signedIn)
  if (isEmbeddedPath(pathname)) return { load: href }
  if (pathname === '/signin') return signedIn ? { to: '/' } : null
  if (signedIn || publicScreens.some((path) => matches(path, pathname))) return null
  if (!screens.some((screen) => matches(screen, pathname))) return { to: '/signin' }
  // The start page is the default target anyway.
  return href === '/' ? { to: '/signin' } : { to: '/signin', redirect: href }
}

/** `/$id/reports/view` matches any one segment for `$id`; a trailing slash is ignored. */
export function matches(pattern: string, pathname: string): boolean {
  const [patternParts, actualParts] = [segments(pattern), segments(pathname)]
  return (
    patternParts.length === actualParts.length &&
    patternParts.every((part, index) => part.startsWith('$') || part === actualParts[index])
  )
}

function segments(path: string): string[] {
  return path.replace(/\/+$/, '').split('/')
}

function guardEmbedded(pathname: string, signedIn: boolean): Way | null {
  const isScreen = pathname === embeddedPaths.reports || pathname.startsWith(`${embeddedPaths.reports}/`)
  if (isEmbeddedPath(pathname) && !isScreen) return null
  if (!signedIn) return { to: embeddedPaths.ended }
  if (isScreen) return null
  // A link of the portal leads to the same report here.
  const [, report] = /^\/([^/]+)\/reports\/view$/.exec(pathname) ?? []
  return { to: report === undefined ? embeddedPaths.reports : `${embeddedPaths.reports}/${report}` }
}
