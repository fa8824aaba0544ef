import { commentCalls } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import { type Route, handle, rows } from '#platform/server/http/route.ts'
import * as calls from '../contract.ts'
import { lockFault } from './commands.ts'
import * as store from './store.ts'

export const routes = (_needs: object, limiter = createLimiter(commentCalls)): Route[] => [
  rows(
    calls.readReportFault,
    ({ reportId }) => store.openQuery(reportId),
    ([found]) => ({ fault: found ?? null }),
  ),
  handle(calls.followFault, async (context, { id, follows }) => {
    const { db, actor, clock, audit, unchanged } = context
    if (!limiter.admits(actor.userId, clock.now())) fail('call.throttled', { retryAfter: 60 })
    const fault = await lockFault(context, id)
    if (fault.follows === follows) return unchanged({ status: true as const })
    await store.follow(db, id, follows)
    await audit({
      target: { type: 'report_fault', id, name: fault.report },
      before: { follows: fault.follows },
      after: { follows },
    })
    return { status: true as const }
  }),
]
