import { fail } from '#platform/contract/failure.ts'
import { savedEdits, userReportFiltersBytes, viewEvents } from '#catalogue/limits.ts'
import { errorSentence } from '#catalogue/phrases/sentence.ts'
import {
  type OutsideContext,
  type Route,
  type WriteContext,
  handle,
  outside,
  rows,
  rowsThenOutside,
} from '#platform/server/http/route.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import { type Actor, may, tenantOf } from '#platform/server/session/actor.ts'
import * as calls from '../contract.ts'
import {
  isInOpenApp,
  isPlayedByScreen,
  mayEditContent,
  mayPreviewAs,
  opensPage,
  resolvePages,
} from '#features/reports/access/server/queries.ts'
import type { Assistant } from '#features/assistant/ai-accounts/server/commands.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import { summarise } from './page-summary.ts'
import type { EmbedToken, EmbedTokens } from './commands.ts'
import { exportRoutes } from './export-routes.ts'
import * as store from './store.ts'

type ViewDependencies = { tokens: EmbedTokens; hosts: Hosts }
type RouteDependencies = ViewDependencies & { embedding: Embedding; assistant: Assistant }

export const routes = (
  { tokens, hosts, embedding, assistant }: RouteDependencies,
  viewLog = createLimiter(viewEvents),
  editLog = createLimiter(savedEdits),
): Route[] => [
  ...exportRoutes({ embedding }, mustBeShown),

  rowsThenOutside(calls.openReport, toOpen, async (context, [row], { reportId, page, wakes, edit }) => {
    await mustBeShown(context, reportId)
    return openedAnswer(await tokens.open(context, row, { page, wakes, edit }), context, { tokens, hosts })
  }),

  rowsThenOutside(calls.explainPage, toOpen, async (context, [row], input) => {
    await mustBeShown(context, input.reportId)
    return summarise(context, row, input, { tokens, embedding, assistant })
  }),

  outside(calls.previewReport, async (context, { reportId, user_id, grants: drafts }) => {
    const person = await context.transaction(async ({ db }) => store.findPreviewed(db, user_id))
    if (!person) fail('call.not_found')
    if (!mayPreviewAs(context.actor, person)) fail('access.functionality_refused')
    const opened = await tokens.preview(context, { reportId, person, drafts })
    // The preview opens with the person's last filters, and stores none.
    return { ...(await openedAnswer(opened, context, { tokens, hosts })), save_filters: false }
  }),

  rowsThenOutside(calls.renewToken, toOpen, async (context, [row], { reportId, wakes, edit }) => {
    await mustBeShown(context, reportId)
    const { embed } = await tokens.open(context, row, { wakes, edit })
    return heldToken(embed, context.clock)
  }),

  rows(
    calls.readReportCapacity,
    ({ reportId }) => store.capacityQuery(reportId),
    ([found]) => {
      if (!found?.sleeping) return { capacity: null }
      const { state, wakes, problem, switch_at } = found.sleeping
      const starts_at = state === 'paused' && switch_at !== null ? new Date(switch_at) : null
      return { capacity: { report: found.name, state, wakes, problem, starts_at } }
    },
  ),

  handle(calls.checkExists, async ({ db, actor, caller }, { reportId }) => {
    const found = await db.executeQuery<{ id: string }>(store.existsQuery(reportId).compile())
    const isKnown =
      found.rows.length > 0 &&
      (actor.authType !== 'playlist' || (await isPlayedByScreen(db, actor.sessionId, reportId.toLowerCase())))
    return isKnown ? { status: true } : { status: false, message: errorSentence('report.missing', caller.language) }
  }),

  rows(
    calls.checkEdit,
    ({ reportId }) => store.existsQuery(reportId),
    ([report], { actor }) => ({
      permission_edit: report !== undefined && mayEditContent(report, { edits: may(actor, 'report.edit_content') }),
    }),
  ),

  handle(calls.recordEdit, async ({ db, actor, audit, clock }, { reportId }) => {
    if (!editLog.admits(actor.userId, clock.now())) fail('call.throttled', { retryAfter: 60 })
    const report = await store.findEditable(db, reportId)
    if (!report) fail('report.missing')
    if (!mayEditContent(report, { edits: may(actor, 'report.edit_content') })) fail('access.functionality_refused')
    if (!(await store.holdsEditToken(db, reportId, actor.sessionId))) fail('access.functionality_refused')
    await audit({ target: { type: 'report', id: reportId, name: report.name } })
    return { status: true as const }
  }),

  handle(calls.saveFilters, async (context, { reportId, ...savedState }) => {
    const { db, actor, clock } = context
    await mustReach(context, reportId)
    if (!(await store.savesFilters(db))) fail('access.functionality_refused')
    if (Buffer.byteLength(JSON.stringify(savedState)) > userReportFiltersBytes) fail('call.too_large')
    const isEmpty = savedState.page === undefined && savedState.filters.length === 0 && savedState.slicers.length === 0
    if (isEmpty) await store.forgetFilters(db, reportId)
    else await store.keepFilters(db, tenantOf(actor), reportId, savedState)
    return { status: true as const, saved_at: clock.now() }
  }),

  handle(calls.logView, async (context, view) => {
    const { actor, clock } = context
    if (!viewLog.admits(actor.userId, clock.now())) fail('call.throttled', { retryAfter: 60 })
    await mustReach(context, view.reportId)
    if (view.page !== '') {
      const rights = await store.findPageRights(context.db, view.reportId)
      if (!rights || !opensPage(resolvePages(rights, rights.grants), view.page)) fail('access.page_refused')
    }
    await store.addView(context.db, tenantOf(actor), view)
    return { status: true as const }
  }),

  handle(calls.setFavourite, async (context, { reportId, favorite }) => {
    await mustReach(context, reportId)
    if (favorite) await store.addFavourite(context.db, tenantOf(context.actor), reportId)
    else await store.removeFavourite(context.db, reportId)
    return { status: true as const }
  }),
]

const toOpen = ({ reportId }: { reportId: string }) => store.toOpenQuery(reportId)

/** The screen of reports may be hidden where apps still show reports: then only reports in an app of the person open. */
async function mustBeShown({ actor, transaction }: OutsideContext, reportId: string): Promise<void> {
  if (!actor.hiddenMenu.includes('{id}/reports/view')) return
  if (!(await transaction(({ db }) => isInOpenApp(db, reportId)))) fail('access.page_refused')
}

async function mustReach({ db, actor }: WriteContext, reportId: string): Promise<void> {
  if (!(await store.reachesPerson(db, reportId))) fail('report.missing')
  if (actor.authType === 'playlist' && !(await isPlayedByScreen(db, actor.sessionId, reportId))) fail('report.missing')
}

const heldToken = ({ token, expiresAt }: EmbedToken, clock: Clock) => ({
  token,
  expires_at: expiresAt,
  ends_in_ms: Math.max(0, expiresAt.getTime() - clock.now().getTime()),
})

const msUntil = (instant: Date | null, clock: Clock): number | null =>
  instant === null ? null : Math.max(0, instant.getTime() - clock.now().getTime())

type Opening = Pick<ViewDependencies, 'tokens' | 'hosts'>

async function openedAnswer(opened: Opened, context: OutsideContext, { tokens, hosts }: Opening) {
  const { shows_last_update, maintenance_at } = opened.report
  const last_update = shows_last_update ? await tokens.lastUpdate(opened) : null
  return {
    ...answerOf(opened, context.actor),
    ...heldToken(opened.embed, context.clock),
    last_update,
    maintenance_in_ms: msUntil(maintenance_at, context.clock),
    trusted_origins: [hosts.reportsOrigin],
  }
}

type Opened = Awaited<ReturnType<EmbedTokens['open']>>

function answerOf({ report, workspace, embed, pages, mayEdit }: Opened, actor: Actor) {
  const { page: last, filters, slicers, save_filters, view_id, view_name } = report
  // A reader cannot continue at a last page that they may no longer open.
  const page = last !== null && opensPage(pages, last) ? last : null
  const view = { page: report.view_page, filters: report.view_filters as never, slicers: report.view_slicers as never }
  return {
    ...report,
    filters: report.report_filters,
    kind: workspace.kind as 'local',
    embed_url:
      workspace.kind === 'local' && actor.authType === 'embedded' ? framed(embed.embedUrl, actor) : embed.embedUrl,
    show_name: report.show_report_name,
    may_edit: mayEdit,
    watermark: report.watermark,
    pages: pages && [...pages],
    orientation: report.orientation as 'auto',
    saved: save_filters && filters ? { page, filters: filters as never, slicers: slicers as never } : null,
    default_view: view_id === null || view_name === null ? null : { ...view, id: view_id, name: view_name },
  }
}

/** The URL of the viewer for a page that another site frames. It names the portal whose settings allow that site. */
function framed(embedUrl: string, { host }: Actor): string {
  const url = new URL(embedUrl)
  url.searchParams.set(calls.portalParameter, host)
  return url.href
}
