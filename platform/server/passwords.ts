// Password hashes: argon2id off the main thread (the library hashes in its own threads), at most two checked and one made at once so
// that a burst leaves the processors to everybody else.
import { hash, verify } from '@node-rs/argon2'
import { createBoundedQueue } from './bounded-queue.ts'

// RFC 9106, second recommended option, with the memory OWASP asks for: 19 MiB, two passes, one lane. `2` is argon2id.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** A flood must not grow without end. */
const checks = createBoundedQueue({ atOnce: 2, mostWaiting: 200, retryAfter: 2 })
/** Whoever sets passwords keeps nobody from signing in, nor others from setting theirs. */
const settings = createBoundedQueue({ atOnce: 1, mostWaiting: 200, mostPerCaller: 10, retryAfter: 2 })

let asked = 0

/** Hashes a password into PHC form, in the turns of whoever sets it. The password is taken exactly as given. */
export function hashPassword(password: string, caller: string): Promise<string> {
  return settings.run(
    counted(() => hash(password, options)),
    caller,
  )
}

/** Of a password nobody has: verified where a person has none, so that an unknown person takes as long as a known one. */
const nobody = hash('a password that nobody was ever given', options)

/** Does the password fit? A missing hash takes as long and never does. */
export async function checkPassword(stored: string | null, password: string): Promise<boolean> {
  const against = stored ?? (await nobody)
  const fits = await checks.run(counted(() => verify(against, password)))
  return fits && stored !== null
}

/** How many passwords have been hashed or checked since the start. */
export const hashesAsked = (): number => asked

const counted =
  <T>(work: () => Promise<T>) =>
  () => {
    asked += 1
    return work()
  }
