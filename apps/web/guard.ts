// The navigation guard of the specification (section 2): decides by path, and by whether a person is signed in, which screen is shown. It
// protects nothing: the server does.
export type Way = { to: '/' } | { to: '/signin'; redirect?: string }

export type Visit = {
  pathname: string
  /** Path with query and hash, to return to after sign-in. */
  href: string
  signedIn: boolean
  /** Paths of screens and public screens, in TanStack's form. */
  screens: readonly string[]
  publicScreens: readonly string[]
}

/** The redirect target; null allows the visit. */
export function guard({ pathname, href, signedIn, screens, publicScreens }: Visit): Way | null {
  if (pathname === '/signin') return signedIn ? { to: '/' } : null
  if (signedIn || publicScreens.some((path) => matches(path, pathname))) return null
  if (!screens.some((screen) => matches(screen, pathname))) return { to: '/signin' }
  // The start page is the default target anyway.
  return href === '/' ? { to: '/signin' } : { to: '/signin', redirect: href }
}

/** `/$id/reports/view` matches any one segment for `$id`; a trailing slash is ignored. */
export function matches(pattern: string, pathname: string): boolean {
  const [wanted, given] = [segments(pattern), segments(pathname)]
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith('$') || part === given[at])
}

function segments(path: string): string[] {
  return path.replace(/\/+$/, '').split('/')
}
