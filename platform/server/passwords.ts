// Password hashes: argon2id off the main thread (the library hashes in its own threads), at most two at once so that a burst of
// sign-ins leaves the processors to everybody else.
import { hash, verify } from '@node-rs/argon2'
import { fail } from '#platform/contract/failure.ts'

// RFC 9106, second recommended option, with the memory OWASP asks for: 19 MiB, two passes, one lane. `2` is argon2id.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const atOnce = 2
/** Whoever comes when so many wait is told to come again (a second or two later): a flood must not grow without end. */
const mostWaiting = 200

let running = 0
let asked = 0
const waiting: (() => void)[] = []

/** Hashes a password into PHC form. The password is taken exactly as given. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, options))
}

/** Of a password nobody has: verified where a person has none, so that an unknown person takes as long as a known one. */
const nobody = hash('a password that nobody was ever given', options)

/** Does the password fit? A missing hash takes as long and never does. */
export async function checkPassword(stored: string | null, password: string): Promise<boolean> {
  const against = stored ?? (await nobody)
  const fits = await inTurn(() => verify(against, password))
  return fits && stored !== null
}

/** How many passwords have been hashed or checked since the start. */
export const hashesAsked = (): number => asked

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= mostWaiting) fail('call.unavailable')
  asked += 1
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
