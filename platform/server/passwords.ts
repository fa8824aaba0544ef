// Password hashes: argon2id in the threads of the library. At most two passwords are checked and one is hashed at the same time, so
// that a burst leaves processor time for other requests. Their threads have a lower priority than the event loop.
import { hash, hashRaw, verify } from '@node-rs/argon2'
import { createBoundedQueue } from './bounded-queue.ts'
import { lowerPoolPriority } from './machine/pool-priority.ts'

// The second recommended option of RFC 9106, with the memory that OWASP recommends: 19 MiB, two passes, one lane. `2` is argon2id.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** Bounded, so that a flood cannot use unlimited memory. */
const checking = createBoundedQueue({ atOnce: 2, maxWaiting: 200, retryAfter: 2 })
/** A separate queue: setting passwords cannot delay sign-ins, and one caller cannot delay the others. */
const hashing = createBoundedQueue({ atOnce: 1, maxWaiting: 200, maxPerCaller: 10, retryAfter: 2 })

let count = 0

/** Hashes a password into PHC form, in the queue slots of the caller. The password is not trimmed. */
export function hashPassword(password: string, caller: string): Promise<string> {
  return hashing.run(
    counted(() => hash(password, options)),
    caller,
  )
}

/**
 * Hashes a short random code, such as a recovery code, with the salt of its owner (16 bytes or more). Equal codes of one owner have equal
 * hashes, so that a code is found by its hash with one calculation. Waits in the queue of new passwords.
 */
export function hashCode(code: string, salt: Buffer, caller: string): Promise<Buffer> {
  return hashing.run(
    counted(() => hashRaw(code, { ...options, salt })),
    caller,
  )
}

/** The hash of an unused password. It is verified when a person has none, so that an unknown person takes as long as a known one. */
const unusedHash = hash('a password that nobody was ever given', options)

// The first hash has started the threads.
void unusedHash.then(lowerPoolPriority)

/** Checks a password. Without a stored hash the check takes as long and answers false. */
export async function checkPassword(stored: string | null, password: string): Promise<boolean> {
  const against = stored ?? (await unusedHash)
  const fits = await checking.run(counted(() => verify(against, password)))
  return fits && stored !== null
}

/** Passwords hashed or checked since the start of the process. */
export const passwordHashCount = (): number => count

const counted =
  <T>(work: () => Promise<T>) =>
  () => {
    count += 1
    return work()
  }
