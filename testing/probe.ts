// Probes: for each call the input that a permitted caller sends in Norte. apps/server/calls.db.test.ts sends it as everybody else, who
// must be refused while nothing changes. A feature has its probes in testing/probes.ts; a plain noun needs none (apps/server/testing).
import { sql } from 'kysely'
import type { DB } from '#database/tables.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { published } from './reports.ts'
import { type Person, people, tenants } from './world.ts'

export type Made = { db: Database; unique: string }

export type Probe = {
  who: Person
  /**
   * `foreign`: the input names rows of Norte, so that another business unit must get 404.
   * `own`: it names none; another business unit may call it and must see nothing of Norte.
   */
  reach: 'foreign' | 'own'
  /** Creates the records that the call needs, and answers the input. Called again for each positive control. */
  input(made: Made): Promise<Record<string, unknown>> | Record<string, unknown>
  /** The input of the permitted caller, when it differs. */
  control?: Probe['input']
}

/** The probes by the path of their call. */
export type Probes = Record<string, Probe>

export const admin = people.adminOfNorte
export const ofAlfa = people.masterOfAlfa
export const ofThePlatform = people.platform
export const tenant_id = tenants.norte.id
export const [resellers] = published.reports

export const own = (input: Record<string, unknown> = {}, who: Person = admin): Probe => ({
  who,
  reach: 'own',
  input: () => input,
})

export const foreign = (input: Probe['input'], who: Person = admin): Probe => ({ who, reach: 'foreign', input })

/** Gives the person an authenticator app. Answers the id. */
export async function withSecondFactor({ db }: Made, user_id: string): Promise<string> {
  const factor = { secret_sealed: Buffer.from('sealed'), last_step: 0, recovery_salt: Buffer.alloc(16) }
  await db
    .insertInto('two_factors')
    .values({ user_id, ...factor })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return user_id
}

/** A person types the name of what they remove, in capitals. */
export const typed = (unique: string) => `QUOKKA_${unique}`.toUpperCase()

/** The records of the walk have this word in their names; no answer to a foreigner may contain it. */
export const canary = /quokka/i

export async function addRecord(db: Database, table: keyof DB, values: object): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into ${sql.table(table)} (${sql.join(Object.keys(values).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(values))}) returning id`.execute(db)
  return rows[0]?.id ?? ''
}

export type RecordProbes = {
  path: string
  table: keyof DB
  /** Columns of a stored record, and fields as sent to add one; both without the name. */
  stored: object
  sent: object
}

/** The probes of the seven calls of the kit (platform/contract/entity.ts). */
export function recordProbes({ path, table, stored, sent }: RecordProbes): Probes {
  const made = ({ db, unique }: Made) => addRecord(db, table, { tenant_id, name: `Quokka ${unique}`, ...stored })
  return {
    [`${path}/all`]: own(),
    [`${path}/all/select`]: own(),
    [`${path}/export`]: own({ format: 'csv' }),
    [`${path}/get`]: foreign(async (context) => ({ id: await made(context) })),
    [`${path}/add`]: { who: admin, reach: 'own', input: ({ unique }) => ({ name: `Novo ${unique}`, ...sent }) },
    [`${path}/update`]: foreign(async (context) => ({
      id: await made(context),
      version: 1,
      name: `Outro ${context.unique}`,
    })),
    [`${path}/delete`]: foreign(async (context) => ({ id: await made(context) })),
  }
}
