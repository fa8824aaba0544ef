// Compares a sign-in with its password hash alone, which is slow on purpose. Measures whether sign-ins slow down reads.
import { hash } from '@node-rs/argon2'
import pg from 'pg'
import { tokenAt } from '#apps/server/testing/portal-calls.ts'
import { checkPassword, hashPassword } from '#platform/server/passwords.ts'
import { type Setup, password } from './setup.ts'
import { interleaved, loadOnce, median, repeatedly } from './load.ts'
import { table } from './table.ts'
import type { Caller } from './world.ts'

const iterations = 25
const rounds = 5
const connections = 4
const eight = 8

export async function measureSignIn(setup: Setup): Promise<string> {
  return [await signInAndHash(setup), await readsAtFixedRate(setup), await readsDuringSignIns(setup)].join('')
}

async function signInAndHash(setup: Setup): Promise<string> {
  const stored = await hashPassword(password, 'bench')
  const alone: number[] = []
  const whole: number[] = []
  await clearSignInAttempts(setup)
  for (let iteration = 0; iteration < iterations; iteration++) {
    alone.push(await timed(() => checkPassword(stored, password)))
    whole.push(await timed(() => signIn(setup)))
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

/**
 * The target: the p99 of the list, at a third of its quiet capacity, is at most twice as long while eight people sign in. The rate is fixed, so
 * that a slower portal answers the same requests later instead of fewer of them.
 */
async function readsAtFixedRate(setup: Setup): Promise<string> {
  const list = setup.call(setup.world.reader, 'auth/reports/all?size=50')
  const full = await loadOnce(list, connections)
  const rate = Math.max(connections, Math.floor(full.rps / 3))
  const found = await interleaved(rounds, {
    quiet: () => loadOnce(list, connections, { rate }),
    busy: async () => {
      const signingIn = keepSigningIn(setup, eight)
      const figures = await loadOnce(list, connections, { rate })
      await signingIn.stop()
      return figures
    },
  })
  const line = (name: string, { rps, p50, p99 }: typeof found.quiet, times: string, limit: string) => [
    name,
    rps.toFixed(0),
    p50.toFixed(2),
    p99.toFixed(2),
    times,
    limit,
  ]
  return table(
    `List of 50 at ${rate} requests/s, a third of the quiet capacity of ${full.rps.toFixed(0)}`,
    ['meanwhile', 'requests/s', 'p50 ms', 'p99 ms', 'p99 times', 'target'],
    [
      line('nothing', found.quiet, '1.00', ''),
      line('eight people sign in', found.busy, (found.busy.p99 / found.quiet.p99).toFixed(2), 'at most 2.00'),
    ],
  )
}

/** Four connections leave processor time for both. Two people sign in at any moment. */
async function readsDuringSignIns(setup: Setup): Promise<string> {
  const list = setup.call(setup.world.reader, 'auth/reports/all?size=50')
  const found = await interleaved(rounds, {
    quiet: () => loadOnce(list, connections),
    busy: async () => {
      const signingIn = keepSigningIn(setup, 2)
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

const keepSigningIn = (setup: Setup, sides: number) =>
  repeatedly(sides, async () => {
    await clearSignInAttempts(setup)
    await signIn(setup)
  })

/** Computes the same hash outside the portal. Shows how much the processors alone slow down the reads. */
const keepHashing = (sides: number) =>
  repeatedly(sides, () => hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }))

/** Somebody whom no other part needs: a person keeps 50 sessions, and these sign-ins end all others. */
const frequentCaller: Caller = { host: 'bench-5.localhost', email: 'reader-20@bench-5.example' }

const signIn = ({ portal }: Setup) => tokenAt(portal.port, frequentCaller.host, frequentCaller.email, password)

/** Deletes the recorded sign-in attempts. The portal accepts at most 60 sign-ins per address in 15 minutes. */
async function clearSignInAttempts({ ownerUrl }: Setup): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await owner.query('set role vitrine_platform')
    // A sign-in in progress locks two rows. Waiting for one of them could cause a deadlock.
    await owner.query(
      'delete from sign_in_attempts where ctid in (select ctid from sign_in_attempts for update skip locked)',
    )
  } finally {
    await owner.end()
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
