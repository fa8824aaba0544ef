// The sign-in beside the password's hash alone, which is meant to be slow; and whether reads notice that people sign in.
import { hash } from '@node-rs/argon2'
import pg from 'pg'
import { tokenAt } from '#apps/server/testing/portal-calls.ts'
import { checkPassword, hashPassword } from '#platform/server/passwords.ts'
import { type Ground, password } from './ground.ts'
import { interleaved, loadOnce, median } from './load.ts'
import { table } from './table.ts'

const turns = 25
const rounds = 5
const connections = 4

export async function measureSignIn(ground: Ground): Promise<string> {
  return [await besideTheHash(ground), await readsMeanwhile(ground)].join('')
}

async function besideTheHash(ground: Ground): Promise<string> {
  const stored = await hashPassword(password, 'bench')
  const alone: number[] = []
  const whole: number[] = []
  await forgetGuesses(ground)
  for (let turn = 0; turn < turns; turn++) {
    alone.push(await timed(() => checkPassword(stored, password)))
    whole.push(await timed(() => signIn(ground)))
  }
  const [hashMs, signInMs] = [median(alone), median(whole)]
  return table(
    'Sign-in, one after the other',
    ['what', 'p50 ms', 'times the hash'],
    [
      ['sign-in', signInMs.toFixed(1), (signInMs / hashMs).toFixed(2)],
      ['  the hash alone', hashMs.toFixed(1)],
    ],
  )
}

/** A few connections, so that the machine has room for both; two people sign in at any moment. */
async function readsMeanwhile(ground: Ground): Promise<string> {
  const list = ground.call(ground.world.reader, 'auth/reports/all?size=50')
  const found = await interleaved(rounds, {
    quiet: () => loadOnce(list, connections),
    busy: async () => {
      const signingIn = keepSigningIn(ground, 2)
      const figures = await loadOnce(list, connections)
      await signingIn.stop()
      return figures
    },
    hashing: async () => {
      const hashing = keepHashing(2)
      const figures = await loadOnce(list, connections)
      await hashing.stop()
      return figures
    },
  })
  const line = (name: string, { rps, p50, p99 }: typeof found.quiet) => [
    name,
    rps.toFixed(0),
    p50.toFixed(2),
    p99.toFixed(2),
    (p99 / found.quiet.p99).toFixed(2),
  ]
  return table(
    `List of 50, ${connections} connections`,
    ['meanwhile', 'requests/s', 'p50 ms', 'p99 ms', 'p99 times'],
    [
      line('nothing', found.quiet),
      line('two people sign in', found.busy),
      line('two hashes in another process', found.hashing),
    ],
  )
}

/** Side by side until stopped; stopping waits for what has begun, so that nothing runs into the next round. */
function repeatedly(sides: number, work: () => Promise<unknown>): { stop(): Promise<void> } {
  const over = new AbortController()
  const one = async () => {
    while (!over.signal.aborted) await work()
  }
  const all = Promise.all(Array.from({ length: sides }, one))
  return {
    stop: async () => {
      over.abort()
      await all
    },
  }
}

const keepSigningIn = (ground: Ground, sides: number) =>
  repeatedly(sides, async () => {
    await forgetGuesses(ground)
    await signIn(ground)
  })

/** The same hash where the portal has no part in it: what the processors alone are worth. */
const keepHashing = (sides: number) =>
  repeatedly(sides, () => hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }))

const signIn = ({ portal, world: { admin } }: Ground) => tokenAt(portal.port, admin.host, admin.email, password)

/** Sixty sign-ins from one address within a quarter of an hour are the most that the portal takes. */
async function forgetGuesses({ ownerUrl }: Ground): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await owner.query('set role vitrine_platform')
    await owner.query('delete from sign_in_attempts')
  } finally {
    await owner.end()
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
