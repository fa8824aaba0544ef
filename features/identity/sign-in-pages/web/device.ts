// Known browsers: one token for each account that signed in here. The token opens nothing and outlives a sign-out, so that password
// guessing by others does not delay this person. Accounts are stored as digests, not by name.
import { z } from 'zod'
import { readPlain, writePlain } from '#platform/web/session/plain-storage.ts'

const storageKey = 'vitrine.devices'
const maxStoredDevices = 5
/** The latest account last. */
const storedDevices = z.array(z.tuple([z.string(), z.string()]))

/** The token for a sign-in of this account; null when it has not signed in here. */
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

/** Null when the browser cannot compute digests: it then counts as unknown and can still sign in. */
async function digestOf(email: string): Promise<string | null> {
  // As the server compares e-mails. Absent without TLS, in spite of the type.
  const subtle: SubtleCrypto | undefined = crypto.subtle
  const text = new TextEncoder().encode(email.trim().toLowerCase())
  const bytes = await subtle?.digest('SHA-256', text).catch(() => undefined)
  return bytes ? btoa(String.fromCharCode(...new Uint8Array(bytes))) : null
}
