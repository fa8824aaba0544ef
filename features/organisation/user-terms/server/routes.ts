import { inLanguage, type Texts } from '#catalogue/languages.ts'
import { fail } from '#platform/contract/failure.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { exported } from '#platform/server/export/export.ts'
import { cleanText, type HtmlForm, withCleanBodies } from '#platform/server/html/cleaning.ts'
import { type Route, type WriteContext, handle, handlePrepared, outside, rows } from '#platform/server/http/route.ts'
import { mustBeCurrent } from '#platform/server/record-version.ts'
import { resource } from '#platform/server/resource.ts'
import { type Actor, may } from '#platform/server/session/actor.ts'
import {
  acceptTerm,
  checkTermHtml,
  exportAcceptances,
  listAcceptances,
  listDueTerms,
  listEditions,
  longestTerm,
  publishTerm,
  selectTermReports,
  userTerm,
  userTermCalls,
} from '../contract.ts'
import { notifyLater } from './commands.ts'
import * as store from './store.ts'

const {
  list,
  export: file,
  select,
  read,
  remove,
  records,
} = resource(userTerm, userTermCalls, {
  table: 'user_terms',
  computed: store.computed,
  written: { title: (title: Texts, { language }) => inLanguage(title, language) },
})

const form: HtmlForm = { pictures: false, max: longestTerm }

type Placement = { place: string; report_id: string | null }

const prepare = withCleanBodies('body', form)

const add = handlePrepared(userTermCalls.add, prepare, async (context, fields) => {
  refuseInvalidPlacement(context, fields)
  return { status: true as const, id: await records.add(context, fields) }
})

const update = handlePrepared(userTermCalls.update, prepare, async (context, changed) => {
  if (changed.place !== undefined || changed.report_id !== undefined) {
    const stored = (await store.placementOf(context.db, changed.id)) ?? fail('call.not_found')
    const { place = stored.place, report_id = stored.report_id } = changed
    refuseInvalidPlacement(context, { place, report_id })
  }
  await records.change(context, changed)
  await refreshUnit(context)
  if (changed.active) await notifyLater(context.enqueue, context.actor.tenantId, changed.id)
  return { status: true as const }
})

/**
 * Fails when the place is `report` and no report is named, or when a report is named with another place. Only business units have reports.
 */
function refuseInvalidPlacement({ actor }: WriteContext, { place, report_id }: Placement): void {
  if (place === 'report' && actor.tenantId === null) fail('call.invalid', { fields: { place: 'invalid' } })
  if (place === 'report' && report_id === null) fail('call.invalid', { fields: { report_id: 'required' } })
  if (place !== 'report' && report_id !== null) fail('call.invalid', { fields: { report_id: 'invalid' } })
}

const publish = handle(publishTerm, async (context, { id, version }) => {
  const { db, actor, audit } = context
  const before = (await store.findForPublishing(db, id)) ?? fail('call.not_found')
  mustBeCurrent(version, before.version)
  await store.publish(db, before, actor.name)
  const edition = before.edition + 1
  await audit({
    target: { type: 'user_term', id, name: before.name },
    before: { edition: before.edition },
    after: { edition },
  })
  await refreshUnit(context)
  await notifyLater(context.enqueue, actor.tenantId, id)
  return { status: true as const, edition }
})

/**
 * Makes open pages of the business unit load their configuration again. Pages of other units learn of a platform's term by their next call.
 */
async function refreshUnit({ actor, announce }: WriteContext): Promise<void> {
  const { tenantId, partnerId } = actor
  if (tenantId) await announce({ kind: 'place_changed', what: 'settings', tenantId, partnerId })
}

const reports = rows(
  selectTermReports,
  ({ search }) => store.reportsQuery(search),
  (found) => found,
)

const editions = rows(
  listEditions,
  ({ id }) => store.editionsQuery(id),
  (found) => found,
)

/** An embedded page asks for the terms before a report only: the other site has signed the person in (decision 0046). */
const asksAfterSignIn = (actor: Actor): boolean => may(actor, 'portal.use')

const due = rows(
  listDueTerms,
  ({ report_id }) => store.dueQuery(report_id),
  (found, { actor }, { report_id }) => (report_id === undefined && !asksAfterSignIn(actor) ? [] : found),
)

const accept = handle(acceptTerm, async ({ actor, db, caller, audit, unchanged }, { id, version }) => {
  if (!asksAfterSignIn(actor) && (await store.placementOf(db, id))?.place !== 'report') fail('call.not_found')
  const found = (await store.accept(db, id, version, caller.address)) ?? fail('call.not_found')
  mustBeCurrent(version, found.edition)
  if (!found.fresh) return unchanged({ status: true as const })
  await audit({ target: { type: 'user_term', id, name: found.name }, after: { edition: version } })
  return { status: true as const }
})

const check = outside(checkTermHtml, async (context, { html }) => ({
  html: await cleanText(context, html, 'html', form),
}))

const acceptances = rows(listAcceptances, store.acceptancesQuery, (found, _, options) =>
  pageOf(found, options, ({ total: _total, ...person }) => person),
)

const acceptancesFile = exported(exportAcceptances, {
  target: 'user_term',
  query: store.acceptancesQuery,
  columns: ({ word, yesNo }) => [
    { key: 'name', title: word('acceptances.field.name'), value: ({ name }) => name },
    { key: 'email', title: word('acceptances.field.email'), value: ({ email }) => email },
    { key: 'unit', title: word('acceptances.field.unit'), value: ({ unit }) => unit },
    { key: 'accepted', title: word('acceptances.field.accepted'), value: ({ accepted }) => yesNo(accepted) },
    { key: 'edition', title: word('acceptances.field.edition'), value: ({ edition }) => edition },
    { key: 'accepted_at', title: word('acceptances.field.accepted_at'), value: ({ accepted_at }) => accepted_at },
    { key: 'address', title: word('acceptances.field.address'), value: ({ address }) => address },
  ],
})

export const routes: Route[] = [
  list,
  file,
  select,
  read,
  add,
  update,
  remove,
  publish,
  check,
  reports,
  editions,
  due,
  accept,
  acceptances,
  acceptancesFile,
]
