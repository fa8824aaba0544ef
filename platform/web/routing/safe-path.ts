// Checks the path to which a person may be sent after sign-in: only paths of this origin, whatever the address or an answer contains.

/** A path (with query and hash) of `origin`, or null for anything that could lead elsewhere. */
export function safePath(value: unknown, origin: string): string | null {
  if (typeof value !== 'string' || value.length > 2_000) return null
  // Browsers drop tabs and line breaks and read a backslash as a slash: our paths contain none of them.
  const isPath = /^\/(?![/\\]|%2f|%5c)/i.test(value) && !/[\p{Cc}\\]/u.test(value)
  if (!isPath || !URL.canParse(value, origin)) return null
  const url = new URL(value, origin)
  // `/.//host` and `/x/..//host` become `//host` only after they are resolved.
  if (url.origin !== origin || url.pathname.startsWith('//') || /^\/(%2f|%5c)/i.test(url.pathname)) return null
  return url.pathname + url.search + url.hash
}

/** The first candidate that is a safe path, or the start page. Public screens such as sign-in are not candidates. */
export function landingPath(candidates: readonly unknown[], origin: string): string {
  const safe = candidates.map((candidate) => safePath(candidate, origin))
  return safe.find((path) => path !== null && !/^\/(signin|api)(?=$|[/?#])/.test(path)) ?? '/'
}
