// The HTTP server of the portal: checks and headers for every request, then the routes of the features.
// apps/server composes it; it knows no noun. Next: bind.ts runs a call, errors.ts answers failures.
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerFactory,
} from 'fastify'
import type { Language } from '#catalogue/languages.ts'
import { apiKeys, requestBodyBytes } from '#catalogue/limits.ts'
import { Failure } from '#platform/contract/failure.ts'
import { type Binding, bind } from './bind.ts'
import { callerOf } from './caller.ts'
import { delayRefusals } from './delayed-refusals.ts'
import type { Clock } from '../clock.ts'
import type { Metrics } from '../metrics.ts'
import { traceFrom, underTrace } from '../trace.ts'
import {
  type ConstraintCodes,
  type ErrorPhrases,
  errorHandler,
  failureCodeOf,
  scimErrorHandler,
  pageErrorHandler,
  sendFailure,
} from './errors.ts'
import { bodyConstraint } from './http-form.ts'
import { boundedJsonParser } from './json-size.ts'
import { refusalsByRoute } from './known-methods.ts'
import { createLimiter } from './limiter.ts'
import { isDirectoryUrl, refuseDirectoryCall } from './refused-directory-calls.ts'
import { isForeign } from './origin.ts'
import type { FeatureRoutes } from './route.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A page of another origin may send the request (HttpForm of platform/contract/call.ts). */
    crossOrigin?: boolean
  }
}

export type AppOptions = Omit<Binding, 'phraseOf' | 'scimErrors' | 'pageErrors' | 'keyLimiter'> & {
  features: FeatureRoutes[]
  constraints: ConstraintCodes
  /** The phrase of a feature under a key; undefined when the feature has none. */
  phraseOf(feature: string, key: string, language: Language): string | undefined
  sentenceOf: ErrorPhrases['sentenceOf']
  trustedProxies: string[]
  /** The port of the public address; empty for the default port of the protocol. */
  publicPort: string
  /** Allowed origins for frames and their scripts: the report services. */
  frameOrigins: string[]
  logger: FastifyBaseLogger
  /** Creates the HTTP server with its time-outs (timeouts.ts). */
  serverFactory: FastifyServerFactory
  logRequests: boolean
  metrics: Metrics
  /** Tells `/readyz` whether this process accepts calls and the database is available. */
  ready(): Promise<boolean>
  /** Tells `/readyz` the states of services that only some screens need. They never make the process unready. */
  parts(): Record<string, string | null>
}

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { sentenceOf } = options
  const plainPhrases: ErrorPhrases = { sentenceOf, labelOf: (field) => field }
  const scimErrors = scimErrorHandler(options.constraints, plainPhrases)
  const app = Fastify({
    loggerInstance: options.logger,
    genReqId: ({ headers }) => traceFrom(headers.traceparent),
    serverFactory: options.serverFactory,
    logController: new LogController({ disableRequestLogging: !options.logRequests, requestIdLogLabel: 'trace' }),
    bodyLimit: requestBodyBytes.max,
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    routerOptions: { maxParamLength: 500, constraints: { body: bodyConstraint } },
    forceCloseConnections: 'idle',
    // While the server closes, requests on open connections are still answered, with `Connection: close`.
    return503OnClosing: false,
    // A malformed URL. Hooks do not run for it, so the answer sets their headers itself. It repeats nothing of the URL.
    frameworkErrors: (_, request, reply) => {
      const failure = new Failure('call.invalid')
      void reply.headers(callHeaders)
      if (isDirectoryUrl(request.url)) scimErrors(failure, request, reply)
      else sendFailure(reply, failure, callerOf(request).language, plainPhrases)
    },
  })
  // JSON is the only accepted body. A foreign page could send forms or plain text without a CORS preflight (A10).
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, boundedJsonParser(app))
  await app.register(cookie)
  // Hooks of every request take a callback: each promise would cost the answer some microseconds.
  app.addHook('onRequest', beginTrace)
  app.addHook('preValidation', resumeTrace)
  app.addHook('onRequest', oneHost)
  app.addHook('onRequest', ownOrigin(options.publicPort))
  app.addHook('onSend', delayRefusals())
  app.setErrorHandler(errorHandler(options.constraints, plainPhrases))
  const refusalOf = refusalsByRoute(app)
  const keyLimiter = createLimiter({ perMinute: apiKeys.perMinute })
  await guardPages(app, options)
  for (const { feature, routes } of options.features) {
    // Each feature has its own scope, so that error messages use its field labels.
    await app.register(async (scope) => {
      const phraseOf: Binding['phraseOf'] = (key, language) => options.phraseOf(feature, key, language)
      const labelOf: ErrorPhrases['labelOf'] = (field, language) => phraseOf(`field.${field}`, language) ?? field
      scope.addHook('onRequest', guardCall)
      scope.addHook('onResponse', measure(options.metrics, options.clock))
      const phrases = { sentenceOf, labelOf }
      scope.setErrorHandler(errorHandler(options.constraints, phrases))
      const pageErrors = (page: string) => pageErrorHandler(options.constraints, page)
      for (const route of routes) bind(scope, route, { ...options, keyLimiter, phraseOf, scimErrors, pageErrors })
    })
  }
  const refused = refuseDirectoryCall(refusalOf)
  await app.register(async (scope) => {
    scope.addHook('onRequest', guardCall)
    scope.setErrorHandler(scimErrors)
    scope.all('/scim', { helmet: false }, refused)
    scope.all('/scim/*', { helmet: false }, refused)
  })
  app.setNotFoundHandler((request, reply) => {
    const code = refusalOf(request, reply)
    return sendFailure(reply, new Failure(code), callerOf(request).language, plainPhrases)
  })
  app.get('/healthz', () => ({ status: true }))
  app.get('/readyz', async (_, reply) =>
    (await options.ready())
      ? { status: true, ...options.parts() }
      : reply.status(503).send({ status: false, ...options.parts() }),
  )
  return app
}

/** The trace id is in every answer, so that a person can report it. */
function beginTrace(request: FastifyRequest, reply: FastifyReply, next: () => void): void {
  reply.header('trace-id', request.id)
  underTrace(request.id, next)
}

/** Sets the trace context again: the body was read in events of the connection, outside of the request's context. */
function resumeTrace(request: FastifyRequest, _: FastifyReply, next: () => void): void {
  underTrace(request.id, next)
}

/** Refuses a request with several Host headers: it could be checked for one host and answered for another. */
function oneHost({ raw: { rawHeaders } }: FastifyRequest, reply: FastifyReply, next: (error?: Error) => void): void {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  if (hosts === 1) return next()
  reply.headers(callHeaders)
  next(new Failure('call.invalid'))
}

/** Refuses changes from pages of another origin. A client that is no browser sends no Origin. Reads are protected by the browser. */
const ownOrigin =
  (publicPort: string) =>
  (request: FastifyRequest, reply: FastifyReply, next: (error?: Error) => void): void => {
    const { method, headers } = request
    const { origin, host = '' } = headers
    if (method === 'GET' || method === 'HEAD' || origin === undefined || !isForeign(origin, host, publicPort))
      return next()
    if (request.routeOptions.config.crossOrigin) return next()
    reply.headers(callHeaders)
    next(new Failure('call.origin_refused'))
  }

/** Every answer has it, on every host: one year, with the subdomains of business units. */
export const strictTransportSecurity = 'max-age=31536000; includeSubDomains'

/** The headers of JSON answers: no subresources, no frames, no content sniffing. */
const callHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': strictTransportSecurity,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

function guardCall(_: FastifyRequest, reply: FastifyReply, next: () => void): void {
  reply.headers(callHeaders)
  next()
}

/** Labels a call by its route and not by its URL: an id in the URL would create a metric of its own. */
const measure =
  (metrics: Metrics, clock: Clock) =>
  (request: FastifyRequest, reply: FastifyReply, next: () => void): void => {
    const { method, routeOptions } = request
    const seconds = reply.elapsedTime / 1000
    const failure = failureCodeOf(reply)
    if (failure) metrics.failed(failure, clock.now())
    metrics.served({ method, path: routeOptions.url ?? '', status: reply.statusCode, seconds })
    next()
  }

/** Headers of pages, and of every other answer that is no call. */
async function guardPages(app: FastifyInstance, { frameOrigins }: AppOptions): Promise<void> {
  await app.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        // Libraries set style attributes on elements that they position. Stylesheets and scripts stay limited to our origin.
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        // Reports. The pages of apps and external reports add their own hosts (apps/server/pages.ts).
        frameSrc: frameOrigins,
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  })
}
