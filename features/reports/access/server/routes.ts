import type { AnswerOf, InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { pageOf } from '#platform/server/database/list.ts'
import {
  type OutsideContext,
  type Route,
  type WriteContext,
  handle,
  outside,
  rows,
  rowsThenOutside,
} from '#platform/server/http/route.ts'
import { abilities } from '#platform/server/session/abilities.ts'
import { type Actor, tenantOf } from '#platform/server/session/actor.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import {
  announceAccess,
  mustFind,
  mustHaveRoles,
  pagesOf,
  roleFiltersOfReport,
  rolesOfReport,
} from '#features/reports/library/server/commands.ts'
import { type ModelRoles, unknownRole } from '#features/reports/library/contract.ts'
import { notify } from '#features/messaging/notifications/server/commands.ts'
import {
  addAccess,
  explainAccess,
  listPersonPermissions,
  removePersonPermission,
  listGrantPages,
  listGrantRoles,
  listReaders,
  readAccess,
  suggestGrantRoles,
  updateAccess,
} from '../contract.ts'
import {
  byGrantee,
  differenceOf,
  explain,
  mayPreviewAs,
  type GrantRow,
  newGrantees,
  needsRoles,
  resolveFilters,
  resolveIdentity,
  resolvePages,
} from './rules.ts'
import { mustNameReaders } from './commands.ts'
import { emitGrantChanges } from './grant-events.ts'
import * as store from './store.ts'

const read = rows(
  readAccess,
  ({ report_id }) => store.findQuery(report_id),
  ([report], { actor }) =>
    report ? { ...report, can: abilities(actor, { update: 'report.grant' }) } : fail('call.not_found'),
)

const update = (embedding: Embedding) =>
  outside(updateAccess, async (context, input) => {
    const modelRoles = await rolesFor(context, embedding, input)
    return context.transaction(async (inside) => {
      await replaceGrants(inside, input, modelRoles)
      return { status: true as const }
    })
  })

/** The roles of the data model. The service is asked only if the grants name a role. */
async function rolesFor(
  context: OutsideContext,
  embedding: Embedding,
  { report_id, grants }: InputOf<typeof addAccess>,
): Promise<ModelRoles> {
  return grants.some(({ roles }) => roles.length > 0) ? rolesOfReport(context, embedding, report_id) : null
}

async function replaceGrants(
  context: WriteContext,
  { report_id: id, version, grants, tell }: InputOf<typeof updateAccess>,
  modelRoles: ModelRoles,
): Promise<void> {
  const { db, actor } = context
  const report = await mustFind(context, id, version)
  if (needsRoles(report) && grants.some(({ roles }) => roles.length === 0)) {
    fail('report_access.role_missing', { fields: { grants: 'report_access.role_missing' } })
  }
  const earlier = await store.grantsOf(db, id)
  const { removed, added } = differenceOf(earlier, grants)
  if (removed.length + added.length === 0) return context.unchanged(undefined)
  // A grant that stays as it is may name a role that the data model has lost meanwhile.
  mustHaveRoles(
    modelRoles,
    added.flatMap(({ roles }) => roles),
    'grants',
  )
  await mustNameReaders(db, added)
  await store.replaceGrants(db, { tenantId: tenantOf(actor), reportId: id }, { removed, added })
  await store.touchReport(db, id)
  const target = { type: 'report', id, name: report.name }
  const titles = await store.pageTitles(db, id)
  await context.audit({ target, before: byGrantee(removed, titles), after: byGrantee(added, titles) })
  await emitGrantChanges({ ...context, tenantId: tenantOf(actor) }, id, { removed, added })
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
    // A grant that is taken back and given again is no second news.
    { path: `/${id}/reports/view`, oncePerDay: true },
  )
}

const readers = (embedding: Embedding) =>
  rowsThenOutside(
    listReaders,
    ({ report_id }) => store.readersQuery(report_id),
    async (context, found, { report_id }) => {
      if (found.length === 0) fail('call.not_found')
      const people = found.flatMap((row) => (row.id === null ? [] : [{ ...row, id: row.id }]))
      if (people.length === 0) return { data: [], total: 0 }
      // One question to the service for all readers.
      const modelRoles = await rolesOfReport(context, embedding, report_id)
      return { data: people.map((row) => readerFrom(row, modelRoles, context.actor)), total: people[0]?.total ?? 0 }
    },
  )

type Reader = AnswerOf<typeof listReaders>['data'][number]

/** Computes the outcome when this person opens the report, with the same function as the viewer. */
function readerFrom(
  {
    id,
    name,
    email,
    staff,
    grants,
    hidden,
    manages,
    filters,
    filter_values,
    ...report
  }: store.ReaderRow & { id: string },
  modelRoles: ModelRoles,
  actor: Actor,
): Reader {
  const resolved = resolveIdentity(report, grants, email)
  const identity = 'identity' in resolved ? resolved.identity : null
  const unknown = unknownRole(modelRoles, identity?.roles ?? [])
  const isFiltered = 'filters' in resolveFilters(filters, grants, filter_values)
  const known = unknown === null ? (isFiltered ? 'reads' : 'filter_missing') : 'unknown_role'
  const outcome = 'refusal' in resolved ? outcomeOf(resolved.refusal) : known
  return {
    id,
    name,
    email,
    groups: grants.flatMap(({ group }) => group ?? []),
    direct: grants.some(({ direct }) => direct),
    outcome: hidden && !manages ? 'hidden' : outcome,
    username: identity?.username ?? null,
    roles: identity?.roles ?? [],
    unknown_role: unknown,
    custom_data: identity?.customData ?? null,
    pages: resolvePages({ ...report, manages }, grants)?.slice() ?? null,
    may_preview: mayPreviewAs(actor, { id, profile: manages ? 'admin' : 'user', staff }),
  }
}

const outcomeOf = (refusal: string): Reader['outcome'] =>
  refusal === 'report.identity_ambiguous' ? 'identity_ambiguous' : 'identity_missing'

/** Adds grants. The caller need not know the other grants, so the version is that of the locked row. */
const add = (embedding: Embedding) =>
  outside(addAccess, async (context, input) => {
    const { report_id: id, grants, tell } = input
    const modelRoles = await rolesFor(context, embedding, input)
    return context.transaction(async (inside) => {
      const version = await store.versionOf(inside.db, id)
      if (version === undefined) fail('call.not_found')
      const granteeIds = new Set(grants.map(({ user_id, group_id }) => user_id ?? group_id))
      const others = (await store.grantsOf(inside.db, id)).filter(
        ({ user_id, group_id }) => !granteeIds.has(user_id ?? group_id),
      )
      const all = { report_id: id, version, grants: [...others, ...grants] as typeof grants, tell }
      await replaceGrants(inside, all, modelRoles)
      return { status: true as const }
    })
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
  const changes = { removed: [found.grant], added: [] }
  await emitGrantChanges({ ...context, tenantId: tenantOf(actor) }, id, changes)
  await announceAccess(context, id)
  return { status: true as const }
})

const explained = (embedding: Embedding) =>
  rowsThenOutside(
    explainAccess,
    ({ report_id, user_id }) => store.explainQuery(report_id, user_id),
    async (context, [found], { report_id }) => {
      if (!found) fail('call.not_found')
      const { report, person, ...access } = found
      const model_roles = await rolesOfReport(context, embedding, report_id)
      return { report, person, ...explain({ ...access, model_roles }) }
    },
  )

export const routes = ({ embedding }: { embedding: Embedding }): Route[] => [
  read,
  update(embedding),
  add(embedding),
  readers(embedding),
  permissions,
  removePermission,
  explained(embedding),
  rows(suggestGrantRoles, store.suggestedRolesQuery, (found) =>
    found.length === 0 ? fail('call.not_found') : found.flatMap((row) => (row.roles === null ? [] : [row])),
  ),
  outside(listGrantPages, (context, { report_id }) => pagesOf(context, embedding, report_id)),
  outside(listGrantRoles, async (context, { report_id }) => {
    const [roles, filters] = await Promise.all([
      rolesOfReport(context, embedding, report_id),
      roleFiltersOfReport(context, embedding, report_id),
    ])
    return { roles: roles && [...roles], filters: filters && [...filters] }
  }),
]
