// The two most frequent reads, requested as a browser does, compared with the same rows from the limit server.
import { answerOf } from './answer.ts'
import { interleaved, loadOnce, type Figures, type Target, warmUp } from './load.ts'
import type { Setup } from './setup.ts'
import { table } from './table.ts'

const rounds = 5

export async function measureReads(setup: Setup): Promise<string> {
  const { admin, reader, reportIds } = setup.world
  const [id = ''] = reportIds.slice(150)
  const item = { portal: setup.call(admin, `auth/report/get?id=${id}`), limit: setup.bare(admin, `item?id=${id}`) }
  const list = { portal: setup.call(reader, 'auth/reports/all?size=50'), limit: setup.bare(reader, 'list') }
  await sameRows(item)
  await sameRows(list)
  for (const target of [item.portal, item.limit, list.portal, list.limit]) await warmUp(target)
  const lines = []
  for (const connections of [32, 1]) {
    lines.push(...(await compare('report by id', item, connections)))
    lines.push(...(await compare('list 50 of 300', list, connections)))
  }
  return table('Reads', ['what', 'connections', 'requests/s', 'p50 ms', 'p99 ms', 'of the limit', 'p99 times'], lines)
}

type Pair = { portal: Target; limit: Target }

async function compare(what: string, { portal, limit }: Pair, connections: number): Promise<string[][]> {
  const found = await interleaved(rounds, {
    portal: () => loadOnce(portal, connections),
    limit: () => loadOnce(limit, connections),
  })
  const line = (name: string, { rps, p50, p99 }: Figures, ...ratios: string[]) => [
    name,
    String(connections),
    rps.toFixed(0),
    p50.toFixed(2),
    p99.toFixed(2),
    ...ratios,
  ]
  const { rps, p99 } = found.portal
  return [
    line(what, found.portal, (rps / found.limit.rps).toFixed(2), (p99 / found.limit.p99).toFixed(2)),
    line('  the limit', found.limit),
  ]
}

/** Checks that portal and limit server return the same answer, except `can` (what the caller may do with the record). */
async function sameRows({ portal, limit }: Pair): Promise<void> {
  const [ours, bare] = (await Promise.all([portal, limit].map(answerOf))).map(comparable)
  if (ours !== bare) throw new Error(`the portal and the limit answer differently:\n${ours}\n${bare}`)
}

function comparable({ can: _, ...answer }: Record<string, unknown>): string {
  return JSON.stringify(answer, (_key, value: unknown) => ordered(value))
}

const ordered = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => a.localeCompare(b)))
    : value
