// localStorage for values that are not secret and outlive a session: language and colour scheme. Never a token and never personal data.

/** Reads a value; null when nothing is stored, or when the browser has no storage. */
export function readPlain(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return ofThisPage.get(key) ?? null
  }
}

export function writePlain(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    ofThisPage.set(key, value)
  }
}

export function removePlain(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    ofThisPage.delete(key)
  }
}

/** The values of a browser without storage, until the person leaves the page. */
const ofThisPage = new Map<string, string>()
