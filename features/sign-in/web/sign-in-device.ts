// By what the server knows this browser again: for each account that signed in here one token. It opens nothing, and outlives a
// sign-out on purpose: with it a person is not held up by guesses that others make. Accounts are kept as digests, not by their names.
import { z } from 'zod'
import { readPlain, writePlain } from '#platform/web/session/plain-storage.ts'

const storageKey = 'vitrine.devices'
const mostKept = 5
/** The latest account last. */
const kept = z.array(z.tuple([z.string(), z.string()]))

/** What to bring to the sign-in of an account; null where it has not signed in here. */
export async function deviceFor(email: string): Promise<string | null> {
  const account = await digestOf(email)
  return readKept().find(([known]) => known === account)?.[1] ?? null
}

export async function keepDevice(email: string, device: string): Promise<void> {
  const account = await digestOf(email)
  if (account === null) return
  const others = readKept().filter(([known]) => known !== account)
  writePlain(storageKey, JSON.stringify([...others, [account, device]].slice(-mostKept)))
}

function readKept(): z.output<typeof kept> {
  try {
    return kept.catch([]).parse(JSON.parse(readPlain(storageKey) ?? '[]'))
  } catch {
    return []
  }
}

/** Null where the browser has no digests: it is a stranger then, and signs in all the same. */
async function digestOf(email: string): Promise<string | null> {
  // As the server compares e-mails. Absent without TLS, whatever the type says.
  const subtle: SubtleCrypto | undefined = crypto.subtle
  const text = new TextEncoder().encode(email.trim().toLowerCase())
  const bytes = await subtle?.digest('SHA-256', text).catch(() => undefined)
  return bytes ? btoa(String.fromCharCode(...new Uint8Array(bytes))) : null
}
