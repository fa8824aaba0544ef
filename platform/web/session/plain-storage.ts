// localStorage for values that are not secret and outlive a session: language and colour scheme. Never a token and never personal data.

/** Null when nothing is stored, or when the browser has no storage. */
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
    // A browser without storage still shows everything.
  }
}
