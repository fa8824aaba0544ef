// Acknowledgements and silences of tasks. Next: silence-store.ts, silences.ts.
import { taskSilences } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { handle, type Route, rows } from '#platform/server/http/route.ts'
import * as calls from '../contract.ts'
import * as silences from './silence-store.ts'
import { rowOf, type StoredRow } from './state-store.ts'
import * as store from './store.ts'
import { makerOf, target } from './task-target.ts'

const acknowledge = handle(calls.acknowledgeTask, async (context, { id, state_id, note }) => {
  const { db, actor } = context
  const { fields } = (await store.findForUpdate(db, id)) ?? fail('call.not_found')
  const row = state_id === null ? null : ((await rowOf(db, id, state_id)) ?? fail('call.not_found'))
  const { fires, added } = await silences.acknowledge(db, id, state_id, { note, ...makerOf(actor) })
  if (fires === 0) fail('task.nothing_fires')
  if (added === 0) return context.unchanged({ status: true as const })
  await mustHaveRoom(db, id)
  await context.audit({ target: target(id, fields.name), after: { ...named(row), note } })
  return { status: true as const }
})

const silence = handle(calls.silenceTask, async (context, { id, state_id, until, note }) => {
  const { db, actor, clock } = context
  const { fields } = (await store.findForUpdate(db, id)) ?? fail('call.not_found')
  const row = state_id === null ? null : ((await rowOf(db, id, state_id)) ?? fail('call.not_found'))
  if (until !== null) mustBeAhead(until, clock.now())
  const kind = until === null ? 'weekends' : 'until'
  await silences.addSilence(db, id, row, { kind, until, note, ...makerOf(actor) })
  await mustHaveRoom(db, id)
  await context.audit({ target: target(id, fields.name), after: { ...named(row), kind, until, note } })
  return { status: true as const }
})

const end = handle(calls.endSilence, async (context, { id }) => {
  const ended = (await silences.removeSilence(context.db, id, 'silence')) ?? fail('call.not_found')
  await context.audit({ target: target(ended.task_id, ended.task), before: { kind: ended.kind } })
  return { status: true as const }
})

const pause = handle(calls.pauseRow, async (context, { id, state_id, note }) => {
  const { db, actor } = context
  const { fields } = (await store.findForUpdate(db, id)) ?? fail('call.not_found')
  const row = (await rowOf(db, id, state_id)) ?? fail('call.not_found')
  if (!(await silences.pauseRow(db, id, row, { note, ...makerOf(actor) })))
    return context.unchanged({ status: true as const })
  await mustHaveRoom(db, id)
  await context.audit({ target: target(id, fields.name), after: { ...named(row), note } })
  return { status: true as const }
})

const resume = handle(calls.resumeRow, async (context, { id }) => {
  const ended = (await silences.removeSilence(context.db, id, 'pause')) ?? fail('call.not_found')
  await context.audit({ target: target(ended.task_id, ended.task), before: { kind: ended.kind, ...named(ended) } })
  return { status: true as const }
})

/** The row in the audit trail, without the label that row-level security chose. */
const named = (row: Pick<StoredRow, 'label' | 'secured'> | null) =>
  row === null || row.secured ? {} : { label: row.label }

function mustBeAhead(until: Date, now: Date): void {
  const ahead = until.getTime() - now.getTime()
  if (ahead <= 0 || ahead > taskSilences.days * 86_400_000) fail('call.invalid', { fields: { until: 'invalid' } })
}

async function mustHaveRoom(db: Parameters<typeof silences.countSilences>[0], taskId: string): Promise<void> {
  if ((await silences.countSilences(db, taskId)) > taskSilences.ofTask) fail('task.silences_full')
}

export const silenceRoutes: Route[] = [
  acknowledge,
  silence,
  end,
  pause,
  resume,
  rows(calls.listSilences, silences.silencesQuery, (found, _, asked) =>
    pageOf(found, asked, ({ total: __, ...row }) => row),
  ),
]
