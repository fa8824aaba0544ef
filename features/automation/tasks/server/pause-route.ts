// The link in a mail that pauses the messages of a task. The page asks for a click, because mail scanners open links.
import { allows } from '#catalogue/access.ts'
import { pauseLinks } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import { writeAudit } from '#platform/server/audit.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import { networkOf } from '#platform/server/http/network.ts'
import { open, type Route } from '#platform/server/http/route.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import { subjectOf } from '#features/messaging/notifications/server/commands.ts'
import { pauseFromMail } from '../contract.ts'
import * as silences from './silence-store.ts'
import * as store from './store.ts'
import { target } from './task-target.ts'

/**
 * The link proves the person, and nothing else. Whether the business unit would let them in now from this address, and whether they may change
 * tasks, is judged in the transaction of the pause.
 */
export function pauseRoute(secrets: Secrets): Route {
  const limiter = createLimiter(pauseLinks)
  return open(pauseFromMail, async ({ inTenant, caller, clock }, { token, hours }) => {
    if (!limiter.admits(networkOf(caller.address), clock.now())) fail('call.throttled', { retryAfter: 60 })
    const { tenantId, userId, subjectId } = subjectOf(secrets, token)
    const answer = await inTenant(tenantId, async (db, _, partnerId) => {
      const refusal = await store.linkRefusal(db, userId, caller.address)
      if (refusal === undefined) return undefined
      if (refusal !== null) fail(refusal)
      const person = await store.standingOf(db, userId)
      if (!person || !allows({ ...person, scope: 'tenant' }, 'task.update')) return undefined
      const found = await store.taskOfRun(db, subjectId)
      const task = found && (await store.findForUpdate(db, found.id))
      if (!found || !task) return undefined
      const wanted = new Date(clock.now().getTime() + hours * 3_600_000)
      const { until, isChanged } =
        hours === 0
          ? { until: null, isChanged: await silences.endPause(db, found.id, userId) }
          : await silences.addPause(db, found.id, { until: wanted, user_id: userId, user_name: null })
      if (isChanged) {
        const actor = { actorId: userId, actorEmail: null, tenantId, partnerId, address: caller.address }
        const kept = { target: target(found.id, found.name) }
        await (until
          ? writeAudit(db, actor, 'task.silenced', { ...kept, after: { kind: 'until', until } })
          : writeAudit(db, actor, 'task.silence_ended', { ...kept, before: { kind: 'until' } }))
      }
      return { status: true as const, task: found.name, until }
    })
    return answer ?? fail('sign_in.link_spent')
  })
}
