// The two most frequent reads, requested as a browser does, compared with the same rows from the limit server.
import { postgresOf } from '#apps/server/testing/running-portal.ts'
import { answerOf } from './answer.ts'
import { type Figures, interleaved, loadOnce, median, type Target, warmUp } from './load.ts'
import { processorTime } from './processor-time.ts'
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
    lines.push(...(await compare('report by id', item, connections, setup)))
    lines.push(...(await compare('list 50 of 300', list, connections, setup)))
  }
  return table('Reads', head, lines)
}

const head = [
  'what',
  'connections',
  'requests/s',
  'p50 ms',
  'p99 ms',
  'Node µs',
  'PostgreSQL µs',
  'of the limit',
  'by µs',
  'p99 times',
]

type Pair = { portal: Target; limit: Target }

/** `node` and `postgres`: processor time of a request in microseconds, in the server's process and in the database. */
type Cost = { node: number; postgres: number }

async function compare(what: string, { portal, limit }: Pair, connections: number, setup: Setup): Promise<string[][]> {
  const costs: Record<'portal' | 'limit', Cost[]> = { portal: [], limit: [] }
  const measured = async (target: Target, pid: number, found: Cost[]) => {
    const time = () => ({ node: processorTime([pid]), postgres: postgresTime(setup) })
    const before = time()
    const figures = await loadOnce(target, connections)
    const after = time()
    const perRequest = (key: keyof Cost) => (after[key] - before[key]) / figures.answered
    found.push({ node: perRequest('node'), postgres: perRequest('postgres') })
    return figures
  }
  const found = await interleaved(rounds, {
    portal: () => measured(portal, setup.portal.pid, costs.portal),
    limit: () => measured(limit, setup.limitPid, costs.limit),
  })
  const costOf = (all: Cost[]) => ({
    node: median(all.map(({ node }) => node)),
    postgres: median(all.map(({ postgres }) => postgres)),
  })
  const cost = { portal: costOf(costs.portal), limit: costOf(costs.limit) }
  const line = (name: string, { rps, p50, p99 }: Figures, { node, postgres }: Cost, ...ratios: string[]) => [
    name,
    String(connections),
    rps.toFixed(0),
    p50.toFixed(2),
    p99.toFixed(2),
    node.toFixed(0),
    postgres.toFixed(0),
    ...ratios,
  ]
  const { rps, p99 } = found.portal
  const sum = ({ node, postgres }: Cost) => node + postgres
  const ratios = [rps / found.limit.rps, sum(cost.limit) / sum(cost.portal), p99 / found.limit.p99]
  return [
    line(what, found.portal, cost.portal, ...ratios.map((ratio) => ratio.toFixed(2))),
    line('  the limit', found.limit, cost.limit),
  ]
}

/** The pool closes idle connections: the postmaster has the time of backends that have ended. */
function postgresTime({ portal }: Setup): number {
  const { postmaster, backends } = postgresOf(portal)
  return processorTime([postmaster, ...backends])
}

/** Checks that portal and limit server return the same answer, except `can` (what the caller may do with the record). */
async function sameRows({ portal, limit }: Pair): Promise<void> {
  const [ours, bare] = (await Promise.all([portal, limit].map(answerOf))).map(({ can: _, ...answer }) => answer)
  const difference = firstDifference(ours, bare)
  if (difference) throw new Error(`the portal and the limit answer differently: ${difference}`)
}

/** The path of the first field that differs, with both values; null for equal values. */
function firstDifference(ours: unknown, bare: unknown, path = 'answer'): string | null {
  if (!isObject(ours) || !isObject(bare)) {
    const [left, right] = [ours, bare].map((value) => JSON.stringify(value)?.slice(0, longestValue))
    return left === right ? null : `${path}: portal ${left}, limit ${right}`
  }
  for (const key of new Set([...Object.keys(ours), ...Object.keys(bare)])) {
    const difference = firstDifference(ours[key], bare[key], `${path}.${key}`)
    if (difference) return difference
  }
  return null
}

const longestValue = 80

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
