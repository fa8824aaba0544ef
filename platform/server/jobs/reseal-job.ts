// Key rotation: one job for each kind of stored secret. It seals again what an earlier APP_SECRET sealed; until then the earlier key still
// opens it (APP_SECRET_OLD).
import { z } from 'zod'
import type { Database } from '../database/kysely.ts'
import type { Secrets } from '../secrets.ts'
import { eachApart } from './each-apart.ts'
import { type AnyJob, job } from './job.ts'

type Resealing<Row> = {
  /** The name of the job. Example: `openid.seal_anew`. */
  name: string
  /** The purpose with which the secret is sealed (secrets.ts). */
  purpose: string
  /** Locks and reads all rows with a sealed secret. */
  lock: (db: Database) => Promise<Row[]>
  sealedOf: (row: Row) => Buffer | null
  replace: (db: Database, row: Row, sealed: Buffer) => Promise<void>
}

/** The job, every five minutes. It does nothing while no earlier APP_SECRET is configured. */
export const resealJob = <Row>(secrets: Secrets, { name, purpose, lock, sealedOf, replace }: Resealing<Row>): AnyJob =>
  job({
    name,
    scope: 'platform',
    isolation: 'savepoint',
    input: z.object({}),
    everySeconds: 300,
    run: async (context) => {
      const { db, log } = context
      if (!secrets.hasOld) return
      let resealed = 0
      await eachApart(context, await lock(db), {
        job: name,
        unitOf: () => null,
        work: async (row) => {
          const before = sealedOf(row)
          const sealed = before && secrets.sealedAnew(before, purpose)
          if (!sealed) return
          await replace(db, row, sealed)
          resealed += 1
        },
      })
      log.info({ job: name, resealed }, 'secrets are sealed with the present APP_SECRET')
    },
  })
