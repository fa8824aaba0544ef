// Opening a report whose embed token the portal has cached, and renewing that token, compared with a read by id and with an empty route of
// the limit server in the same run. It also counts the statements and the session checks of one request (count-statements.ts).
import { setTimeout as sleep } from 'node:timers/promises'
import { answerOf } from './answer.ts'
import { countMark } from './count-statements.ts'
import { type Setup, seller } from './setup.ts'
import { type Target, interleaved, loadOnce, warmUp } from './load.ts'
import { table } from './table.ts'

const rounds = 5
const connections = 32
const countedRequests = 200

export async function measureOpen(setup: Setup): Promise<string> {
  const { admin, reportIds } = setup.world
  const reportId = await demoReport(setup)
  const open = setup.call(seller, 'auth/report_view/open', { reportId })
  const renew = setup.call(seller, 'auth/report_view/token', { reportId })
  const item = setup.bare(admin, `item?id=${reportIds[150]}`)
  const route = setup.bare(admin, 'route')
  for (const target of [open, renew, item, route]) await warmUp(target)
  const counts = { open: await countsOf(setup, open), renew: await countsOf(setup, renew) }
  const found = await interleaved(rounds, {
    open: () => loadOnce(open, connections),
    renew: () => loadOnce(renew, connections),
    item: () => loadOnce(item, connections),
    route: () => loadOnce(route, connections),
  })
  const line = (name: string, { rps, p50, p99 }: typeof found.open, ...rest: string[]) => [
    name,
    rps.toFixed(0),
    p50.toFixed(2),
    p99.toFixed(2),
    (rps / found.item.rps).toFixed(2),
    ...rest,
  ]
  return table(
    `Opening a report, ${connections} connections`,
    ['what', 'requests/s', 'p50 ms', 'p99 ms', 'of the limit', 'statements', 'session checks'],
    [
      line('report opened, token remembered', found.open, ...counts.open),
      line('token renewed, token remembered', found.renew, ...counts.renew),
      line('  the limit of a report by id', found.item, '1', '0'),
      line('  the limit of an empty route', found.route, '0', '0'),
    ],
  )
}

/**
 * Statements and session checks of one request, as text. The portal's own work (jobs, heartbeat) is counted too; over many requests
 * it is less than the rounding.
 */
async function countsOf(setup: Setup, target: Target): Promise<[string, string]> {
  await takeCounts(setup)
  for (let request = 0; request < countedRequests; request++) await answerOf(target)
  const { statements, sessionChecks } = await takeCounts(setup)
  return [(statements / countedRequests).toFixed(1), (sessionChecks / countedRequests).toFixed(1)]
}

/** Returns the counts of the portal's process and resets them. */
async function takeCounts({ portal }: Setup): Promise<{ statements: number; sessionChecks: number }> {
  const lines = () =>
    portal
      .said()
      .split('\n')
      .filter((line) => line.startsWith(countMark))
  const before = lines().length
  portal.kill('SIGUSR2')
  while (lines().length === before) await sleep(20)
  return JSON.parse(lines().at(-1)?.slice(countMark.length) ?? '') as { statements: number; sessionChecks: number }
}

/** A report of the demo world that the seller may open. */
export async function demoReport(setup: Setup): Promise<string> {
  const { data } = await answerOf(setup.call(seller, 'auth/reports/all'))
  const [report] = data as { id: string }[]
  if (!report) throw new Error('the demo world grants its sellers a report')
  return report.id
}
