import { fail } from '#platform/contract/failure.ts'
import { differs } from '#platform/server/defined-fields.ts'
import { hold } from '#platform/server/database/hold.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { exported } from '#platform/server/export/export.ts'
import { type Route, type WriteContext, handle, outside, rows } from '#platform/server/http/route.ts'
import { mustBeCurrent } from '#platform/server/record-version.ts'
import { abilities } from '#platform/server/session/abilities.ts'
import { may, tenantOf } from '#platform/server/session/actor.ts'
import { findUsableAccount, findWorkspace } from '#features/sources/accounts/server/queries.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import {
  addWorkspace,
  exportWorkspaces,
  listAvailableWorkspaces,
  listDashboards,
  listTiles,
  listWorkspaceReports,
  listWorkspaces,
  readDatasets,
  removeWorkspace,
  updateWorkspace,
} from '../contract.ts'
import { byName, publishable, tilesWithSources, usedBy } from './rules.ts'
import * as store from './store.ts'

const list = rows(listWorkspaces, store.pageQuery, (found, { actor }, options) =>
  pageOf(found, options, ({ total: _, ...workspace }) => ({
    ...workspace,
    can: abilities(actor, { update: 'workspace.add', remove: 'workspace.remove' }),
  })),
)

const file = exported(exportWorkspaces, {
  target: 'workspace',
  query: store.pageQuery,
  columns: ({ word }) => [
    { key: 'name', title: word('field.name'), value: ({ name }) => name },
    { key: 'account', title: word('field.account'), value: ({ account }) => account ?? word('hiddenAccount') },
    { key: 'reports', title: word('field.reports'), value: ({ reports }) => reports },
    { key: 'created_at', title: word('createdAt'), value: ({ created_at }) => created_at },
  ],
})

const listAvailable = (embedding: Embedding) =>
  outside(listAvailableWorkspaces, async (context, { account_id }) => {
    embedding.countSecretTry(context)
    const { transaction } = context
    const { account, known, unavailable, foreign } = await transaction(async (context) => {
      const { db, actor } = context
      const account = (await findUsableAccount(db, account_id)) ?? fail('call.not_found')
      const known = await store.addedServiceIds(db, account_id)
      const foreign = may(actor, 'workspace.share') ? await store.foreignServiceIds(db) : new Set<string>()
      return { account, known, unavailable: await unavailableTo(context, account), foreign }
    })
    const found = await embedding.ask(account, (service) => service.workspaces())
    return {
      data: found
        .filter(({ id }) => !unavailable.has(id))
        .map(({ id, name }) => ({ service_id: id, name: name ?? id, added: known.has(id), shares: foreign.has(id) }))
        .toSorted((a, b) => a.name.localeCompare(b.name)),
    }
  })

/**
 * Ids of workspaces that belong to another business unit and that the session cannot add. Staff of the partner may share them, and so may
 * a business unit that has its own account for them.
 */
const unavailableTo = async ({ db, actor }: WriteContext, { tenant_id }: { tenant_id: string | null }) =>
  tenant_id !== null || may(actor, 'workspace.share') ? new Set<string>() : store.foreignServiceIds(db)

/** Adds a workspace. The browser sends only its id; access and name come from the service. */
const add = (embedding: Embedding) =>
  outside(addWorkspace, async ({ transaction }, { account_id, service_id }) => {
    const find = ({ db }: Parameters<Parameters<typeof transaction>[0]>[0]) => findUsableAccount(db, account_id)
    const account = (await transaction(find)) ?? fail('call.not_found')
    const found = await embedding.ask(account, (service) => service.workspace(service_id))
    return transaction(async (context) => {
      const { db, actor, audit } = context
      // Advisory lock: serializes business units that add the same workspace, even through different accounts.
      await hold(db, `workspace ${service_id}`)
      if ((await unavailableTo(context, account)).has(service_id)) fail('call.not_found')
      const workspace = { account_id, service_id, name: found.name ?? service_id }
      const id = await store.add(db, tenantOf(actor), { partner_id: account.partner_id, ...workspace })
      await audit({ target: { type: 'workspace', id, name: workspace.name }, after: workspace })
      return { status: true as const, id }
    })
  })

const update = handle(updateWorkspace, async ({ db, audit, unchanged }, { id, version, name }) => {
  const before = await store.findForUpdate(db, id)
  if (!before) fail('call.not_found')
  mustBeCurrent(version, before.version)
  if (name === undefined || !differs({ name: before.name }, { name })) return unchanged({ status: true as const })
  await store.rename(db, id, name)
  await audit({ target: { type: 'workspace', id, name: before.name }, before: { name: before.name }, after: { name } })
  return { status: true as const }
})

const datasets = (embedding: Embedding) =>
  outside(readDatasets, async ({ transaction }, { id }) => {
    const { workspace, users } = await transaction(async ({ db }) => ({
      workspace: (await findWorkspace(db, id)) ?? fail('call.not_found'),
      users: await store.datasetUsers(db, id),
    }))
    const datasets = await embedding.ask(workspace, (service) => service.datasets(workspace.service_id))
    return { data: usedBy(datasets, users) }
  })

const dashboards = (embedding: Embedding) =>
  outside(listDashboards, async ({ transaction }, { id }) => {
    const workspace = await transaction(async ({ db }) => (await findWorkspace(db, id)) ?? fail('call.not_found'))
    return { data: byName(await embedding.ask(workspace, (service) => service.dashboards(workspace.service_id))) }
  })

const tiles = (embedding: Embedding) =>
  outside(listTiles, async ({ transaction }, { id, service_dashboard_id }) => {
    const { workspace, reports } = await transaction(async ({ db }) => ({
      workspace: (await findWorkspace(db, id)) ?? fail('call.not_found'),
      reports: await store.publishedReports(db, id),
    }))
    const [found, datasets] = await embedding.ask(workspace, (service) =>
      Promise.all([service.tiles(workspace.service_id, service_dashboard_id), service.datasets(workspace.service_id)]),
    )
    return { data: tilesWithSources(found, datasets, reports) }
  })

const remove = handle(removeWorkspace, async ({ db, audit }, { id }) => {
  const before = await store.findForUpdate(db, id)
  if (!before) fail('call.not_found')
  if ((await store.publishedReportIds(db, id)).size > 0) fail('workspace.in_use')
  await store.remove(db, id)
  await audit({ target: { type: 'workspace', id, name: before.name }, before })
  return { status: true as const }
})

const listReports = (embedding: Embedding) =>
  outside(listWorkspaceReports, async ({ transaction }, { id }) => {
    const { workspace, published } = await transaction(async ({ db }) => ({
      workspace: (await findWorkspace(db, id)) ?? fail('call.not_found'),
      published: await store.publishedReportIds(db, id),
    }))
    const [reports, datasets] = await embedding.ask(workspace, (service) =>
      Promise.all([service.reports(workspace.service_id), service.datasets(workspace.service_id)]),
    )
    return { data: publishable(reports, datasets, published) }
  })

export const routes = ({ embedding }: { embedding: Embedding }): Route[] => [
  list,
  file,
  listAvailable(embedding),
  add(embedding),
  update,
  datasets(embedding),
  dashboards(embedding),
  tiles(embedding),
  remove,
  listReports(embedding),
]
