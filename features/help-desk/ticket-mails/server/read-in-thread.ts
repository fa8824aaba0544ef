// Parses a mail in a thread with limits of time and memory. Next: read-mail.ts (the work).
import { Failure } from '#platform/contract/failure.ts'
import { createThreadPool } from '#platform/server/thread-pool.ts'
import type { ReadMail } from './read-mail.ts'

const pool = createThreadPool<Uint8Array, { mail: ReadMail | undefined }>({
  file: new URL('./mail-thread.ts', import.meta.url),
  threads: 1,
  maxWaiting: 50,
  limitMs: 20_000,
  megabytes: 384,
})

/**
 * Undefined: the mail cannot be parsed, or only with more time or memory than a mail gets.
 * @throws Failure `call.unavailable` when too many mails wait.
 */
export async function readMailInThread(raw: Uint8Array, caller: string): Promise<ReadMail | undefined> {
  try {
    return (await pool.run(raw, caller)).mail
  } catch (fault) {
    if (fault instanceof Failure) throw fault
    return undefined
  }
}
