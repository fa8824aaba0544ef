// Embed tokens for a reader when the portal has the token in its cache. Each request still checks grants and identity.
import { answerOf } from './answer.ts'
import { type Setup, seller } from './setup.ts'
import { interleaved, loadOnce, warmUp } from './load.ts'
import { table } from './table.ts'

const rounds = 5
const connections = 32

export async function measureEmbed(setup: Setup): Promise<string> {
  const { admin, reportIds } = setup.world
  const open = setup.call(seller, 'auth/report_view/open', { reportId: await demoReport(setup) })
  const limit = setup.bare(admin, `item?id=${reportIds[150]}`)
  for (const target of [open, limit]) await warmUp(target)
  const found = await interleaved(rounds, {
    open: () => loadOnce(open, connections),
    limit: () => loadOnce(limit, connections),
  })
  const line = (name: string, { rps, p50, p99 }: typeof found.open) => [
    name,
    rps.toFixed(0),
    p50.toFixed(2),
    p99.toFixed(2),
    (rps / found.limit.rps).toFixed(2),
  ]
  return table(
    `Embed token, ${connections} connections`,
    ['what', 'requests/s', 'p50 ms', 'p99 ms', 'of the limit'],
    [line('report opened, token remembered', found.open), line('  the limit of a report by id', found.limit)],
  )
}

/** A report of the demo world that the seller may open. */
export async function demoReport(setup: Setup): Promise<string> {
  const { data } = await answerOf(setup.call(seller, 'auth/reports/all'))
  const [report] = data as { id: string }[]
  if (!report) throw new Error('the demo world grants its sellers a report')
  return report.id
}
