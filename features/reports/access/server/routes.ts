import type { AnswerOf, InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { type Route, type WriteContext, handle, outside, rows } from '#platform/server/http/route.ts'
import { abilities } from '#platform/server/session/abilities.ts'
import { tenantOf } from '#platform/server/session/actor.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import { announceAccess, mustFind, pagesOf } from '#features/reports/library/server/commands.ts'
import { notify } from '#features/messaging/notifications/server/commands.ts'
import {
  addAccess,
  explainAccess,
  listPersonPermissions,
  removePersonPermission,
  listGrantPages,
  listReaders,
  readAccess,
  updateAccess,
} from '../contract.ts'
import {
  byGrantee,
  differenceOf,
  explain,
  type GrantRow,
  newGrantees,
  needsRoles,
  resolveIdentity,
  resolvePages,
} from './rules.ts'
import { mustNameReaders } from './commands.ts'
import * as store from './store.ts'

const read = rows(
  readAccess,
  ({ report_id }) => store.findQuery(report_id),
  ([report], { actor }) =>
    report ? { ...report, can: abilities(actor, { update: 'report.grant' }) } : fail('call.not_found'),
)

const update = handle(updateAccess, async (context, input) => {
  await replaceGrants(context, input)
  return { status: true as const }
})

async function replaceGrants(
  context: WriteContext,
  { report_id: id, version, grants, tell }: InputOf<typeof updateAccess>,
): Promise<void> {
  const { db, actor } = context
  const report = await mustFind(context, id, version)
  if (needsRoles(report) && grants.some(({ roles }) => roles.length === 0)) {
    fail('report_access.role_missing', { fields: { grants: 'report_access.role_missing' } })
  }
  const earlier = await store.grantsOf(db, id)
  const { removed, added } = differenceOf(earlier, grants)
  if (removed.length + added.length === 0) return context.unchanged(undefined)
  await mustNameReaders(db, added)
  await store.replaceGrants(db, { tenantId: tenantOf(actor), reportId: id }, { removed, added })
  await store.touchReport(db, id)
  const target = { type: 'report', id, name: report.name }
  const titles = await store.pageTitles(db, id)
  await context.audit({ target, before: byGrantee(removed, titles), after: byGrantee(added, titles) })
  await announceAccess(context, id)
  if (tell && !report.hidden) await notifyNewReaders(context, id, earlier, added)
}

/**
 * Notifies the people who get the report by the added grants. People who could open it before by an earlier grant, and the person who
 * grants it, get no notification.
 */
async function notifyNewReaders(
  context: WriteContext,
  id: string,
  earlier: GrantRow[],
  added: GrantRow[],
): Promise<void> {
  const { db, actor } = context
  const { today, name } = await store.publishedToday(db, id)
  const { people, groups, except } = newGrantees(earlier, added, today)
  if (people.length + groups.length === 0) return
  await notify(
    { ...context, tenantId: tenantOf(actor) },
    { people, groups, except: { ...except, people: [...except.people, actor.userId] } },
    'report_published',
    { report: name },
    { path: `/${id}/reports/view` },
  )
}

const readers = rows(
  listReaders,
  ({ report_id }) => store.readersQuery(report_id),
  (found) => {
    if (found.length === 0) fail('call.not_found')
    const people = found.flatMap((row) => (row.id === null ? [] : [readerFrom({ ...row, id: row.id })]))
    return { data: people, total: people.length === 0 ? 0 : (found[0]?.total ?? 0) }
  },
)

type Reader = AnswerOf<typeof listReaders>['data'][number]

/** Computes the outcome when this person opens the report, with the same function as the viewer. */
function readerFrom({ id, name, email, grants, hidden, manages, ...report }: store.ReaderRow & { id: string }): Reader {
  const resolved = resolveIdentity(report, grants, email)
  const identity = 'identity' in resolved ? resolved.identity : null
  return {
    id,
    name,
    email,
    groups: grants.flatMap(({ group }) => group ?? []),
    direct: grants.some(({ direct }) => direct),
    outcome: hidden && !manages ? 'hidden' : 'identity' in resolved ? 'reads' : outcomeOf(resolved.refusal),
    username: identity?.username ?? null,
    roles: identity?.roles ?? [],
    custom_data: identity?.customData ?? null,
    pages: resolvePages({ ...report, manages }, grants)?.slice() ?? null,
  }
}

const outcomeOf = (refusal: string): Reader['outcome'] =>
  refusal === 'report.identity_ambiguous' ? 'identity_ambiguous' : 'identity_missing'

/** Adds grants. The caller need not know the other grants, so the version is that of the locked row. */
const add = handle(addAccess, async (context, { report_id: id, grants, tell }) => {
  const version = await store.versionOf(context.db, id)
  if (version === undefined) fail('call.not_found')
  const granteeIds = new Set(grants.map(({ user_id, group_id }) => user_id ?? group_id))
  const others = (await store.grantsOf(context.db, id)).filter(
    ({ user_id, group_id }) => !granteeIds.has(user_id ?? group_id),
  )
  await replaceGrants(context, { report_id: id, version, grants: [...others, ...grants] as typeof grants, tell })
  return { status: true as const }
})

/** Lists the grants of a person. A grant of a group cannot be removed from the person, so it has no ability. */
const permissions = rows(listPersonPermissions, store.permissionsQuery, (found, { actor }, options) => {
  if (found.length === 0) fail('call.not_found')
  const remove = abilities(actor, { remove: 'report.grant' })
  const grantedRows = found.flatMap((row) => (row.id === null ? [] : [{ ...row, id: row.id }]))
  return pageOf(grantedRows, options, (row) => ({ ...row, can: row.way === 'direct' ? remove : [] }))
})

const removePermission = handle(removePersonPermission, async (context, input) => {
  const { db, actor } = context
  const found = (await store.ownGrant(db, input)) ?? fail('call.not_found')
  const { report_id: id } = input
  await store.replaceGrants(db, { tenantId: tenantOf(actor), reportId: id }, { removed: [found.grant], added: [] })
  await store.touchReport(db, id)
  const before = byGrantee([found.grant], await store.pageTitles(db, id))
  await context.audit({ target: { type: 'report', id, name: found.report }, before })
  await announceAccess(context, id)
  return { status: true as const }
})

const explained = rows(
  explainAccess,
  ({ report_id, user_id }) => store.explainQuery(report_id, user_id),
  ([found]) => {
    if (!found) fail('call.not_found')
    const { report, person, ...access } = found
    return { report, person, ...explain(access) }
  },
)

export const routes = ({ embedding }: { embedding: Embedding }): Route[] => [
  read,
  update,
  add,
  readers,
  permissions,
  removePermission,
  explained,
  outside(listGrantPages, (context, { report_id }) => pagesOf(context, embedding, report_id)),
]
