// Known browsers: one token for each account that signed in with this browser. The token gives no access and outlives a sign-out, so that
// password guessing by others does not delay this person. Accounts are stored as digests, not by e-mail.
import { z } from 'zod'
import { readPlain, writePlain } from '#platform/web/session/plain-storage.ts'

const storageKey = 'vitrine.devices'
const maxStoredDevices = 5
/** Stored pairs of account digest and token, the latest account last. */
const storedDevices = z.array(z.tuple([z.string(), z.string()]))

/** Returns the token for a sign-in of this account; null when the account has not signed in with this browser. */
export async function deviceFor(email: string): Promise<string | null> {
  const account = await digestOf(email)
  return readStoredDevices().find(([known]) => known === account)?.[1] ?? null
}

/** Stores the token of this browser for the account. */
export async function keepDevice(email: string, device: string): Promise<void> {
  const account = await digestOf(email)
  if (account === null) return
  const others = readStoredDevices().filter(([known]) => known !== account)
  writePlain(storageKey, JSON.stringify([...others, [account, device]].slice(-maxStoredDevices)))
}

function readStoredDevices(): z.output<typeof storedDevices> {
  try {
    return storedDevices.catch([]).parse(JSON.parse(readPlain(storageKey) ?? '[]'))
  } catch {
    return []
  }
}

/**
 * Returns the digest of an e-mail; null when the browser cannot compute digests. The browser then counts as unknown, and the person can
 * still sign in.
 */
async function digestOf(email: string): Promise<string | null> {
  // The e-mail is trimmed and in lower case, because the server compares e-mails so. `subtle` is absent without TLS, although its type says
  // otherwise.
  const subtle: SubtleCrypto | undefined = crypto.subtle
  const text = new TextEncoder().encode(email.trim().toLowerCase())
  const bytes = await subtle?.digest('SHA-256', text).catch(() => undefined)
  return bytes ? btoa(String.fromCharCode(...new Uint8Array(bytes))) : null
}
