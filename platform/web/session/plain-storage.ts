// localStorage for what is no secret and must outlive a session: language and light or dark. Never a token
// that opens something, never a person.

/** Null when nothing is kept, or when the browser keeps nothing at all. */
export function readPlain(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function writePlain(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // A browser that keeps nothing still shows everything.
  }
}
