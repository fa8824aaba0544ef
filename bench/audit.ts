// The cost of the hash chains of the audit trail: the time of transactions with one entry, and of one with a thousand entries, with and
// without the chains. The clients write in one business unit, or each in its own unit, where no client waits for another.
import pg from 'pg'
import type { Setup } from './setup.ts'
import { table } from './table.ts'

const clients = 8
const rounds = 6
const writesPerRound = 60
const batch = 1_000

type Case = { what: string; units: number; writers: number; writes: number; entries: number }
const cases: Case[] = [
  { what: 'one client, one entry', units: 1, writers: 1, writes: writesPerRound, entries: 1 },
  { what: `${clients} clients, one entry, one unit`, units: 1, writers: clients, writes: writesPerRound, entries: 1 },
  {
    what: `${clients} clients, one entry, ${clients} units`,
    units: clients,
    writers: clients,
    writes: writesPerRound,
    entries: 1,
  },
  { what: `one client, ${batch} entries`, units: 1, writers: 1, writes: 1, entries: batch },
]

export async function measureAudit({ ownerUrl }: Setup): Promise<string> {
  const owner = await connect(ownerUrl)
  const writers = await Promise.all(Array.from({ length: clients }, () => connect(ownerUrl)))
  try {
    for (const writer of writers) await writer.query('set role vitrine_platform')
    const { rows: units } = (await writers[0]?.query<{ id: string }>('select id from tenants order by id limit $1', [
      clients,
    ])) ?? { rows: [] }
    const found = cases.map((each) => ({ each, without: 0, chained: 0 }))
    // The first round warms up.
    for (let round = 0; round <= rounds; round++) {
      for (const sums of found) {
        for (const kind of round % 2 === 0 ? (['without', 'chained'] as const) : (['chained', 'without'] as const)) {
          await owner.query(`alter table audit_entries ${kind === 'chained' ? 'enable' : 'disable'} trigger link_entry`)
          const ms = await timed(() =>
            write(
              writers,
              units.map(({ id }) => id),
              sums.each,
            ),
          )
          if (round > 0) sums[kind] += ms
        }
      }
    }
    const lines = found.map(({ each, without, chained }) => {
      const transactions = each.writers * each.writes * rounds
      return [
        each.what,
        (without / transactions).toFixed(2),
        (chained / transactions).toFixed(2),
        (chained / without).toFixed(2),
      ]
    })
    const head = ['transactions of', 'ms without', 'ms with chain', 'times']
    return table('Hash chains of the audit trail, time for each transaction', head, lines)
  } finally {
    await owner.query('alter table audit_entries enable trigger link_entry')
    for (const client of [owner, ...writers]) await client.end()
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

const write = (all: pg.Client[], units: string[], { units: count, writers, writes, entries }: Case) =>
  Promise.all(
    all.slice(0, writers).map(async (client, at) => {
      for (let turn = 0; turn < writes; turn++)
        await client.query(
          `insert into audit_entries (tenant_id, event, actor_name, actor_email, target_type, target_name, changes)
           select $1, 'bench.written', 'Ana Souza', 'ana@example.com', 'report', 'Report ' || n, '{"name": ["a", "b"]}'
             from generate_series(1, $2::int) n`,
          [units[at % count], entries],
        )
    }),
  )

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
