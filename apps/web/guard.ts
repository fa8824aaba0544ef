// The navigation guard of the specification (section 2): who may be where, decided by path and by whether somebody is signed in.
// It keeps nobody out of anything: the server does.
export type Way = { to: '/' } | { to: '/signin'; redirect?: string }

export type Visit = {
  pathname: string
  /** Path with query and hash: what a person comes back to after signing in. */
  href: string
  signedIn: boolean
  /** Paths of screens and public screens, in TanStack's form. */
  screens: readonly string[]
  publicScreens: readonly string[]
}

/** Where the visit is led instead; null lets it pass. */
export function guard({ pathname, href, signedIn, screens, publicScreens }: Visit): Way | null {
  if (pathname === '/signin') return signedIn ? { to: '/' } : null
  if (signedIn || publicScreens.some((path) => matches(path, pathname))) return null
  if (!screens.some((screen) => matches(screen, pathname))) return { to: '/signin' }
  // The start page is where everybody lands anyway.
  return href === '/' ? { to: '/signin' } : { to: '/signin', redirect: href }
}

/** `/$id/reports/view` matches any one segment in the place of `$id`; a slash at the end means nothing. */
export function matches(pattern: string, pathname: string): boolean {
  const [wanted, given] = [segments(pattern), segments(pathname)]
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith('$') || part === given[at])
}

function segments(path: string): string[] {
  return path.replace(/\/+$/, '').split('/')
}
