import type { InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { writeAudit, auditActorOf } from '#platform/server/audit.ts'
import { offsetOf, pageOf } from '#platform/server/database/list.ts'
import { exportedAcross } from '#platform/server/export/export.ts'
import { type Route, type OutsideContext, outside } from '#platform/server/http/route.ts'
import { deadLetters, takeDeadLetter } from '#platform/server/jobs/dead-letters.ts'
import type { Queue } from '#platform/server/jobs/queue.ts'
import type { Gate } from '#platform/server/session/gate.ts'
import { discardJob, exportDeadJobs, listDeadJobs, retryJob } from '../contract.ts'

/** The dependencies of the routes. The queue has the platform's row-level security policy, so each route reads it with `acrossTenants`. */
type Dependencies = { acrossTenants: Gate['acrossTenants']; putBack: Queue['putBack'] }

const lettersOf = (options: InputOf<typeof listDeadJobs>) =>
  deadLetters({ ...options, limit: options.size, offset: offsetOf(options) })

const list = ({ acrossTenants }: Dependencies) =>
  outside(listDeadJobs, async (_, options) => {
    const read = (page: number) =>
      acrossTenants('list dead jobs', async (db) => (await lettersOf({ ...options, page }).execute(db)).rows)
    const rows = await read(options.page)
    // Each row has the total of the list, so a page behind the last one has no total. The first page has it.
    const [first] = rows.length > 0 || options.page === 1 ? rows : await read(1)
    const page = pageOf(rows, options, ({ job: name, id, tenant_name, error, attempts, put_in_at, failed_at }) => {
      return { id, name, tenant_name, error, attempts, put_in_at, failed_at, can: ['retry', 'discard'] }
    })
    return { ...page, total: first?.total ?? 0 }
  })

const file = ({ acrossTenants }: Dependencies) =>
  exportedAcross(acrossTenants, 'export dead jobs', exportDeadJobs, {
    target: 'job',
    query: lettersOf,
    columns: ({ word }) => [
      { key: 'name', title: word('job'), value: ({ job }) => job },
      { key: 'tenant', title: word('unit'), value: ({ tenant_name }) => tenant_name ?? word('platform') },
      { key: 'error', title: word('error'), value: ({ error }) => error },
      { key: 'attempts', title: word('attempts'), value: ({ attempts }) => attempts },
      { key: 'failed_at', title: word('failedAt'), value: ({ failed_at }) => failed_at },
    ],
  })

const settle =
  ({ acrossTenants, putBack }: Dependencies, again: boolean) =>
  async (context: OutsideContext, id: string) => {
    const { actor, caller } = context
    const event = again ? 'job.retried' : 'job.discarded'
    await acrossTenants(event, async (db) => {
      const letter = await takeDeadLetter(db, id)
      if (!letter) fail('call.not_found')
      if (again) await putBack(db, letter.job, letter.data)
      const before = { error: letter.error, attempts: letter.attempts, tenant_id: letter.tenant_id }
      await writeAudit(db, auditActorOf(actor, caller), event, {
        target: { type: 'job', id, name: letter.job },
        before,
      })
    })
    return { status: true as const }
  }

export const routes = (dependencies: Dependencies): Route[] => {
  const retry = settle(dependencies, true)
  const discard = settle(dependencies, false)
  return [
    list(dependencies),
    file(dependencies),
    outside(retryJob, (context, { id }) => retry(context, id)),
    outside(discardJob, (context, { id }) => discard(context, id)),
  ]
}
