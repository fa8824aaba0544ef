// localStorage for values that are not secret and outlive a session: language and colour scheme. Never a token and never personal data.

/** Null when nothing is stored, or when the browser has no storage. */
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

/** What a browser without storage keeps until the page is left. */
const ofThisPage = new Map<string, string>()
