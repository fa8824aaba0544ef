// Notifications about due times, only in working time: one when a ticket is due soon, one when it is overdue.
import type { JobContext } from '#platform/server/jobs/job.ts'
import { notify } from '#features/messaging/notifications/server/commands.ts'
import { workingFrom } from './due.ts'
import { titleOf } from '../contract.ts'
import * as store from './due-store.ts'
import { findHandler, handlersExcept } from './store.ts'

const types = { soon: 'ticket_due_soon', overdue: 'ticket_overdue' } as const

/** Notifies the handler of each ticket, or everybody who handles tickets. Answers false when some are left. */
export async function notifyDue(context: JobContext): Promise<boolean> {
  const { db, clock, tenantId } = context
  if (tenantId === null) throw new Error('the job belongs to a business unit')
  const now = clock.now()
  const { rows, isWhole } = await store.lockNotices(db, now)
  for (const { id, number, name, user_id, handler_id, due_at, notice, rules } of rows) {
    const begin = workingFrom(rules, now)
    if (begin === null || begin > now) {
      await store.planNotice(db, id, begin === null ? { notice: null, notice_at: null } : { notice, notice_at: begin })
      continue
    }
    // A notice that waited for working time may find the ticket overdue.
    const present = due_at <= now ? 'overdue' : notice
    const isPresent = handler_id !== null && (await findHandler(db, handler_id)) !== undefined
    const people = isPresent ? { people: [handler_id] } : { among: handlersExcept(user_id) }
    await notify(
      { ...context, tenantId },
      people,
      types[present],
      { ticket: titleOf({ number, name }) },
      {
        path: `/help_desk/${id}`,
        cause: `${types[present]} ${id} ${due_at.toISOString()}`,
      },
    )
    await store.planNotice(
      db,
      id,
      present === 'soon' ? { notice: 'overdue', notice_at: due_at } : { notice: null, notice_at: null },
    )
  }
  return isWhole
}
