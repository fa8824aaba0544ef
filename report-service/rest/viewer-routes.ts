// API of the page inside the frame: the report's definition, a visual's rows, a column's values (viewer-calls.ts).
// It issues no tokens and opens no files: the grant decides about access, everything else comes through the options.
// Next: ../report/answer-visual.ts, embed-token.ts, ../dax/engine.ts (roles).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { DaxError } from '../dax/errors.ts'
import type { EditOperation } from '../report/edit-operations.ts'
import type { Engine, Identity } from '../dax/engine.ts'
import type { Asking } from '../report/answer-visual.ts'
import { answerValues, answerVisual } from '../report/answer-visual.ts'
import { dataUntil } from '../report/today.ts'
import type { ReportDefinition, ReportFilter } from '../report/definition.ts'
import { type EditableFields, editableFields } from '../report/editable-fields.ts'
import { onlyPages } from '../report/only-pages.ts'
import { QueryRefusal } from '../report/query-refusal.ts'
import { namesOf, type ReportNames } from '../report/report-columns.ts'
import { formatIn } from '../report/translate-report.ts'
import type { DraftAnswer, ReportAnswer, SaveAnswer } from '../report/viewer-calls.ts'
import { createAnswerScopes, SCOPE_HEADER } from './answer-scope.ts'
import type { ReportEditing } from './save-report.ts'
import type { EmbedGrant } from './embed-token.ts'
import { notFound, parsed, Refusal, renderError } from './refusal.ts'
import { createReaderQueue, type ReaderQueue } from './reader-queue.ts'
import {
  draftQuestion,
  isTooLong,
  MAX_QUESTION_BYTES,
  MAX_VALUES,
  saveQuestion,
  undoSaveQuestion,
  valuesQuestion,
  visualQuestion,
} from './viewer-questions.ts'

export type ViewerOptions = {
  /** Returns the grant of a token. Throws a Refusal for an invalid token. */
  grantOf(token: string): EmbedGrant | Promise<EmbedGrant>
  /** `accepted`: the `Accept-Language` header of the request. */
  reportOf(reportId: string, accepted: string | null): Promise<ReportDefinition>
  engineOf(datasetId: string): Promise<Engine>
  editing: ReportEditing
  /** ISO 8601 UTC. */
  refreshedAtOf(datasetId: string): string | Promise<string>
  /** Milliseconds since 1970. */
  now(): number
}

/** Limits per reader and data set. A page with many visuals may wait. Many people may read as one identity, each with their own token. */
const QUESTIONS = { atOnce: 3, maxWaiting: 1_000, maxWaitingPerToken: 100 }

/** A Fastify plugin with `GET /viewer/report`, `POST /viewer/visual`, `POST /viewer/values`, and the calls of an editor. */
export async function viewerRoutes(app: FastifyInstance, options: ViewerOptions): Promise<void> {
  const queue = createReaderQueue(QUESTIONS)
  const scopeOf = createAnswerScopes()
  app.setErrorHandler(renderError)
  // The rows depend on the reader, so no cache may store them.
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))

  app.route({
    method: 'GET',
    url: '/viewer/report',
    handler: async (request, reply): Promise<ReportAnswer> => {
      const { grant, granted, whole, report, filterNames } = await opened(request, options)
      const engine = await options.engineOf(report.datasetId) // A damaged data set is reported for the whole page, not for each visual.
      const refreshedAt = await options.refreshedAtOf(report.datasetId)
      const now = options.now()
      const tokenEndsIn = Math.max(0, grant.expiresAt - now)
      void reply.header(SCOPE_HEADER, scopeOf({ whole, engine, grant, granted, now }))
      const mayEdit = granted.allowEdit
      return {
        report,
        names: filterNames.all,
        refreshedAt,
        dataUntil: dataUntil(engine.model, now),
        tokenEndsIn,
        mayEdit,
      }
    },
  })

  app.post('/viewer/visual', { bodyLimit: MAX_QUESTION_BYTES }, async (request, reply) => {
    const published = await opened(request, options)
    const question = questionIn(visualQuestion, request.body)
    if (question.draft) mustEdit(published, question.draft)
    return answerCall(reply, { ...options, ...published, queue }, async (asking) => {
      const { report, filterNames } = question.draft ? await draftOf(published, question.draft, options) : published
      const page = report.pages.find((each) => each.name === question.page)
      const visual = page?.visuals.find((each) => each.name === question.visual)
      if (!visual) throw notFound('The visual')
      checkFilters(filterNames, question.filters)
      const engine = await options.engineOf(report.datasetId)
      const answer = await answerVisual(engine, visual, question, asking)
      // The answer to a draft is asked for once: nobody keeps it.
      if (!question.draft) void reply.header(SCOPE_HEADER, scopeOf({ ...published, engine, now: asking.now }))
      return { ...answer, columns: answer.columns.map((column) => formatted(report, column)) }
    })
  })

  editRoutes(app, { ...options, queue })

  app.post('/viewer/values', { bodyLimit: MAX_QUESTION_BYTES }, async (request, reply) => {
    const { grant, report, filterNames } = await opened(request, options)
    const question = questionIn(valuesQuestion, request.body)
    // Only columns that the report shows. Other columns of the model are not available to the report's reader.
    const { table, column } = question
    if (!namesOf(report).has({ table, column })) throw notFound('The column')
    checkFilters(filterNames, question.filters)
    const engine = await options.engineOf(report.datasetId)
    return answerCall(reply, { ...options, queue, grant, report }, async (asking) =>
      formatted(report, await answerValues(engine, question, asking)),
    )
  })
}

/** The report with the changes of an editor. The caller has checked `mustEdit`. */
async function draftOf(open: OpenedReport, operations: EditOperation[], options: ViewerOptions): Promise<OpenedReport> {
  await mustAllow(open, operations, options)
  return withDraft(open, options.editing.draft(open.report, operations))
}

/** Refuses changes with fields that the editor may not place. Returns the fields that they may. */
async function mustAllow(
  { report, granted }: OpenedReport,
  operations: EditOperation[],
  { engineOf }: ViewerOptions,
): Promise<EditableFields> {
  const { model } = await engineOf(report.datasetId)
  const fields = editableFields(model, report, granted.limitedTo !== undefined)
  if (!fields.allow(operations)) throw new Refusal(400, 'UnknownField', 'A change names a field that is not offered.')
  return fields
}

async function withDraft(open: OpenedReport, draft: Promise<ReportDefinition>): Promise<OpenedReport> {
  const added = await draft
  const report = onlyPages(added, open.granted.limitedTo?.pages ?? null)
  return { ...open, report, filterNames: namesOf(report, open.granted.limitedTo?.filterColumns) }
}

/** A token with some of the pages edits these only, and adds none: it could not open a new one. */
function mustEdit({ granted }: OpenedReport, operations: EditOperation[]): void {
  const pages = granted.limitedTo?.pages
  if (granted.allowEdit && (!pages || operations.every(({ page }) => pages.includes(page)))) return
  throw new Refusal(403, 'PowerBINotAuthorizedException', 'The embed token does not allow this change.')
}

/** The three calls of an editor. Only the access level of the embed token decides who makes them. */
function editRoutes(app: FastifyInstance, options: ViewerOptions & { queue: ReaderQueue }): void {
  const { editing } = options
  app.post('/viewer/draft', { bodyLimit: MAX_QUESTION_BYTES }, async (request, reply): Promise<DraftAnswer> => {
    const published = await opened(request, options)
    const { operations } = questionIn(draftQuestion, request.body)
    mustEdit(published, operations)
    return answerCall(reply, { ...options, ...published }, async () => {
      const { report, filterNames } = await draftOf(published, operations, options)
      const { offered } = await mustAllow(published, operations, options)
      return { report, names: filterNames.all, ...(await editing.versionOf(report.id)), fields: offered }
    })
  })

  app.post('/viewer/save', { bodyLimit: MAX_QUESTION_BYTES }, async (request, reply): Promise<SaveAnswer> => {
    const published = await opened(request, options)
    const { version, operations } = questionIn(saveQuestion, request.body)
    mustEdit(published, operations)
    return answerCall(reply, { ...options, ...published }, async () => {
      await mustAllow(published, operations, options)
      return editing.save(published.report, version, operations)
    })
  })

  app.post('/viewer/undoSave', { bodyLimit: MAX_QUESTION_BYTES }, async (request, reply): Promise<SaveAnswer> => {
    const published = await opened(request, options)
    const { version } = questionIn(undoSaveQuestion, request.body)
    mustEdit(published, [])
    // The previous version may differ on pages that the token does not open.
    if (published.granted.limitedTo)
      throw new Refusal(403, 'PowerBINotAuthorizedException', 'The token has some pages only.')
    return answerCall(reply, { ...options, ...published }, () => editing.undoSave(published.report, version))
  })
}

const formatted = <Part extends { formatString: string | null }>(report: ReportDefinition, part: Part): Part => ({
  ...part,
  formatString: formatIn(report, part.formatString),
})

/** Refuses a question with too many filters or values before its entries are checked one by one. */
function questionIn<Shape extends z.ZodType>(shape: Shape, body: unknown): z.output<Shape> {
  if (isTooLong(body))
    throw new Refusal(
      400,
      'TooManyValues',
      `The filters of a question are too many, or have more than ${MAX_VALUES} values.`,
    )
  return parsed(shape, body)
}

/** Refuses filters on fields that the report does not show. The answer does not reveal whether the model has the field. */
function checkFilters(names: ReportNames, filters: ReportFilter[]): void {
  if (filters.every(names.hasAllOf)) return
  throw new Refusal(400, 'UnknownField', 'A filter names what the report does not show.')
}

const reportId = z.object({ reportId: z.string().max(100) })

type OpenedReport = {
  grant: EmbedGrant
  granted: EmbedGrant['reports'][number]
  /** The report with all its pages. */
  whole: ReportDefinition
  report: ReportDefinition
  filterNames: ReportNames
}

/** The report of a request, with the pages of the token only. The token must grant the report and its data set. */
async function opened(request: FastifyRequest, options: ViewerOptions): Promise<OpenedReport> {
  const grant = await options.grantOf(bearerOf(request))
  const { reportId: id } = parsed(reportId, {
    reportId: request.headers['x-report-id'] ?? Reflect.get(Object(request.query), 'reportId'),
  })
  const granted = grant.reports.find((each) => each.id === id)
  if (!granted) throw notFound('The report')
  const whole = await options.reportOf(id, request.headers['accept-language'] ?? null)
  if (!grant.datasets.includes(whole.datasetId)) throw notFound('The report')
  const report = onlyPages(whole, granted.limitedTo?.pages ?? null)
  if (report.pages.length === 0) throw notFound('A page of the report')
  return { grant, granted, whole, report, filterNames: namesOf(report, granted.limitedTo?.filterColumns) }
}

const bearerOf = (request: FastifyRequest): string =>
  /^Bearer ([^\s]+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''

/** The reader's identity. It comes only from the token. The engine refuses a model with roles if it is null. */
function identityOf(grant: EmbedGrant, report: ReportDefinition): Identity | null {
  const named = grant.identities.filter((each) => each.datasets.includes(report.datasetId))
  if (named.length > 1) throw new Refusal(403, 'InvalidIdentity', 'The token names several identities for one dataset.')
  const [identity] = named
  return identity ? { username: identity.username, roles: identity.roles, customData: identity.customData } : null
}

/** Key of the reader for the queue, over all its tokens. For a model without roles there is no identity, so each token is its own reader. */
const readerOf = ({ principal, tokenId }: EmbedGrant, { datasetId }: ReportDefinition, identity: Identity | null) =>
  JSON.stringify([principal, datasetId, identity ? ['name', identity.username] : ['token', tokenId]])

type Opened = { queue: ReaderQueue; grant: EmbedGrant; report: ReportDefinition }

/** Runs a question of a reader or a change of an editor in the reader's queue. Stops it when the client disconnects. */
async function answerCall<Answer>(
  reply: FastifyReply,
  { now, queue, grant, report }: ViewerOptions & Opened,
  ask: (asking: Asking) => Promise<Answer>,
): Promise<Answer> {
  const identity = identityOf(grant, report)
  const reader = readerOf(grant, report, identity)
  const controller = new AbortController()
  const stop = () => controller.abort()
  reply.raw.once('close', stop)
  if (reply.raw.destroyed) stop() // Already disconnected: the close event does not come again.
  try {
    const { signal } = controller
    return await queue({ reader, tokenId: grant.tokenId }, signal, () =>
      ask({ identity, caller: reader, signal, now: now() }),
    )
  } catch (error) {
    throw controller.signal.aborted ? new Refusal(499, 'Cancelled', 'The caller left.') : refusalOf(error)
  } finally {
    reply.raw.off('close', stop)
  }
}

function refusalOf(error: unknown): unknown {
  if (error instanceof QueryRefusal) return new Refusal(400, error.code, error.message)
  if (!(error instanceof DaxError)) return error
  if (error.code === 'identity') return new Refusal(403, 'InvalidIdentity', error.message)
  return new Refusal(400, error.code === 'unsupported' ? 'UnsupportedQuery' : 'QueryFailed', error.message)
}
