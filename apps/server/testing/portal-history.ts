// Records writes and their outcome: business units add user groups concurrently, every answer is recorded, and afterwards the database
// is compared with the record.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ownerUrlIn } from '#platform/server/machine/embedded-postgres.ts'
import { type PortalAnswer, callPortal, tokenAt } from './portal-calls.ts'

export type Writer = { host: string; token: string; memberIds: string[] }

/** `said`: the status of the answer, or null without an answer. */
export type Write = { host: string; name: string; members: number; said: number | null; answer: PortalAnswer | null }

/** The stored rows of one write. They belong together, in one business unit or in none. */
export type Fate = { groups: number; members: number; entries: number; subdomain: string | null }

const administrators = {
  'aw-brasil.localhost': 'ana.souza@adventure-works.com',
  'lisboa.localhost': 'nuno.carvalho@bicicletas-tejo.example',
}

/** Administrators of two business units of two partners, each with three people for the groups. */
export function writersAt(port: number, password: string): Promise<Writer[]> {
  return Promise.all(
    Object.entries(administrators).map(async ([host, email]) => {
      const token = await tokenAt(port, host, email, password)
      const { body } = await callPortal(port, { host, token, method: 'GET', path: '/api/auth/users/all?size=25' })
      const people = body['data'] as { id: string }[]
      return { host, token, memberIds: people.slice(0, 3).map(({ id }) => id) }
    }),
  )
}

/** Writes with several clients per writer until stopped. The port stays the same after a restart. */
export function writeGroups(port: number, writers: Writer[], { sides = 4, mark }: { sides?: number; mark: string }) {
  const writes: Write[] = []
  const stopping = new AbortController()
  const one = async (writer: Writer, side: number) => {
    for (let count = 0; !stopping.signal.aborted; count++) {
      const { host, token, memberIds } = writer
      const name = `${mark} ${host} ${side} ${count}`
      const body = { name, description: '', member_ids: memberIds }
      const answer = await callPortal(port, { host, token, path: '/api/auth/group_users/add', body }).catch(() => null)
      writes.push({ host, name, members: memberIds.length, said: answer?.status ?? null, answer })
      if (answer?.status !== 200) await sleep(20)
    }
  }
  const all = Promise.all(writers.flatMap((writer) => Array.from({ length: sides }, (_, side) => one(writer, side))))
  const stop = async () => {
    stopping.abort()
    await all
    return writes
  }
  return { writes, stop, acknowledged: () => writes.filter(({ said }) => said === 200).length }
}

/** Runs a query as the owner, over all business units. */
export async function askDatabase<Row extends object>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set role vitrine_platform')
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

export async function fatesOf(dataDir: string, mark: string): Promise<Map<string, Fate>> {
  const found = await askDatabase<Fate & { name: string }>(
    ownerUrlIn(dataDir),
    `select g.name, count(distinct g.id)::int as groups, count(distinct m.user_id)::int as members, min(t.subdomain) as subdomain,
        (select count(*)::int from audit_entries a where a.event = 'user_group.added' and a.target_id = min(g.id::text)
          and a.tenant_id = min(g.tenant_id::text)::uuid) as entries
       from user_groups g join tenants t on t.id = g.tenant_id
       left join user_group_members m on m.tenant_id = g.tenant_id and m.group_id = g.id
      where g.name like $1 group by g.name`,
    [`${mark} %`],
  )
  return new Map(found.map(({ name, ...fate }) => [name, fate]))
}
