// The HTTP server of the portal: its guards for every request, then the routes that features bring.
// It composes nothing by itself (apps/server does) and knows no noun. Next: bind.ts runs a call, errors.ts answers failures.
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
import { requestBodyBytes } from '#catalogue/limits.ts'
import { Failure } from '#platform/contract/failure.ts'
import { type Binding, bind } from './bind.ts'
import { callerOf } from './caller.ts'
import type { Clock } from '../clock.ts'
import type { Metrics } from '../metrics.ts'
import { traceFrom, underTrace } from '../trace.ts'
import { type ConstraintCodes, type FieldLabel, errorHandler, failureTold, sendFailure } from './errors.ts'
import { isForeign } from './origin.ts'
import type { FeatureRoutes } from './route.ts'

export type AppOptions = Omit<Binding, 'phraseOf'> & {
  features: FeatureRoutes[]
  constraints: ConstraintCodes
  /** The words a feature has under a key of its phrases; nothing where it has none. */
  phraseOf(feature: string, key: string, language: Language): string | undefined
  trustedProxies: string[]
  /** Of the address that people use; empty for the one of the protocol. */
  publicPort: string
  /** Where frames and their scripts may come from: the report services. */
  frameOrigins: string[]
  logger: FastifyBaseLogger
  serverFactory?: FastifyServerFactory
  logRequests: boolean
  metrics: Metrics
  /** Answers whether the database is there, for `/readyz`. */
  ready(): Promise<boolean>
}

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const plainLabel: FieldLabel = (field) => field
  const app = Fastify({
    loggerInstance: options.logger,
    genReqId: ({ headers }) => traceFrom(headers.traceparent),
    ...(options.serverFactory ? { serverFactory: options.serverFactory } : {}),
    logController: new LogController({ disableRequestLogging: !options.logRequests, requestIdLogLabel: 'trace' }),
    bodyLimit: requestBodyBytes,
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    routerOptions: { maxParamLength: 500 },
    requestTimeout: 60_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // Who is connected still is answered, and sent elsewhere with the answer.
    return503OnClosing: false,
    // An address that is none: no guard runs for it, so the answer brings their headers itself, and nothing of the address.
    frameworkErrors: (_, request, reply) => {
      sendFailure(reply.headers(callHeaders), new Failure('call.invalid'), callerOf(request).language, plainLabel)
    },
  })
  // JSON is the only body we read: no form or plain text that a foreign page could send without asking (A10).
  app.removeContentTypeParser('text/plain')
  app.addHook('onRequest', beginTrace)
  app.addHook('preValidation', resumeTrace)
  app.addHook('onRequest', oneHost)
  app.addHook('onRequest', ownOrigin(options.publicPort))
  app.setErrorHandler(errorHandler(options.constraints, plainLabel))
  await guardPages(app, options)
  for (const { feature, routes } of options.features) {
    // A scope for each feature: its failures name fields with its own words.
    await app.register(async (scope) => {
      const phraseOf: Binding['phraseOf'] = (key, language) => options.phraseOf(feature, key, language)
      const labelOf: FieldLabel = (field, language) => phraseOf(`field.${field}`, language) ?? field
      scope.addHook('onRequest', guardCall)
      scope.addHook('onResponse', measure(options.metrics, options.clock))
      scope.setErrorHandler(errorHandler(options.constraints, labelOf))
      for (const route of routes) bind(scope, route, { ...options, phraseOf })
    })
  }
  app.setNotFoundHandler((request, reply) =>
    sendFailure(reply, new Failure('call.not_found'), callerOf(request).language, plainLabel),
  )
  app.get('/healthz', () => ({ status: true }))
  app.get('/readyz', async (_, reply) =>
    (await options.ready()) ? { status: true } : reply.status(503).send({ status: false }),
  )
  return app
}

/** Said in every answer, so that whoever saw a failure can name it. */
function beginTrace(request: FastifyRequest, reply: FastifyReply, next: () => void): void {
  reply.header('trace-id', request.id)
  underTrace(request.id, next)
}

/** After the body, which is read by events of the connection and not of the request. */
function resumeTrace(request: FastifyRequest, _: FastifyReply, next: () => void): void {
  underTrace(request.id, next)
}

/** A request that names two hosts would be judged by one of them and answered for the other. */
async function oneHost(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const hosts = request.raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length === 1) return
  reply.headers(callHeaders)
  throw new Failure('call.invalid')
}

/** A page of another origin asks for no change. Whoever is no page says no origin; what is read, a browser shows to its own pages alone. */
const ownOrigin =
  (publicPort: string) =>
  async ({ method, headers: { origin, host = '' } }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (method === 'GET' || method === 'HEAD' || origin === undefined || !isForeign(origin, host, publicPort)) return
    reply.headers(callHeaders)
    throw new Failure('call.origin_refused')
  }

/** JSON is shown by no browser: it may load nothing, stand in no frame, and be guessed to be nothing else. */
const callHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

function guardCall(_: FastifyRequest, reply: FastifyReply, next: () => void): void {
  reply.headers(callHeaders)
  next()
}

/** By the route and not by the address: an id in an address would make a figure of its own. */
const measure =
  (metrics: Metrics, clock: Clock) =>
  (request: FastifyRequest, reply: FastifyReply, next: () => void): void => {
    const { method, routeOptions } = request
    const seconds = reply.elapsedTime / 1000
    const failure = failureTold(reply)
    if (failure) metrics.failed(failure, clock.now())
    metrics.served({ method, path: routeOptions.url ?? '', status: reply.statusCode, seconds })
    next()
  }

/** Headers of every page, and of whatever else is no call. */
async function guardPages(app: FastifyInstance, { frameOrigins }: AppOptions): Promise<void> {
  await app.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        // Libraries set style attributes on elements they place; no stylesheet and no script comes in that way.
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
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
