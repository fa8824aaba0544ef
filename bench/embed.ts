// An embed token for somebody who may read the report, once the portal remembers one: grants and identity are judged each time.
import { answerOf } from './answer.ts'
import { type Ground, seller } from './ground.ts'
import { interleaved, loadOnce, warmUp } from './load.ts'
import { table } from './table.ts'

const rounds = 5
const connections = 32

export async function measureEmbed(ground: Ground): Promise<string> {
  const { admin, reportIds } = ground.world
  const open = ground.call(seller, 'auth/report_view/open', { reportId: await demoReport(ground) })
  const limit = ground.bare(admin, `item?id=${reportIds[150]}`)
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
export async function demoReport(ground: Ground): Promise<string> {
  const { data } = await answerOf(ground.call(seller, 'auth/reports/all'))
  const [report] = data as { id: string }[]
  if (!report) throw new Error('the demo world grants its sellers a report')
  return report.id
}
