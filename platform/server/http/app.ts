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
import { requestBodyBytes } from '#catalogue/limits.ts'
import { Failure } from '#platform/contract/failure.ts'
import { type Binding, bind } from './bind.ts'
import { callerOf } from './caller.ts'
import type { Metrics } from '../metrics.ts'
import { type ConstraintCodes, type FieldLabel, errorHandler, sendFailure } from './errors.ts'
import type { FeatureRoutes } from './route.ts'

export type AppOptions = Binding & {
  features: FeatureRoutes[]
  constraints: ConstraintCodes
  /** What a person calls a field of a feature. */
  labelOf(feature: string, field: string, language: Parameters<FieldLabel>[1]): string
  trustedProxies: string[]
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
    ...(options.serverFactory ? { serverFactory: options.serverFactory } : {}),
    logController: new LogController({ disableRequestLogging: !options.logRequests }),
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
  app.addHook('onRequest', oneHost)
  app.setErrorHandler(errorHandler(options.constraints, plainLabel))
  await guardPages(app, options)
  for (const { feature, routes } of options.features) {
    // A scope for each feature: its failures name fields with its own words.
    await app.register(async (scope) => {
      const labelOf: FieldLabel = (field, language) => options.labelOf(feature, field, language)
      scope.addHook('onRequest', guardCall)
      scope.addHook('onResponse', measure(options.metrics))
      scope.setErrorHandler(errorHandler(options.constraints, labelOf))
      for (const route of routes) bind(scope, route, options)
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

/** A request that names two hosts would be judged by one of them and answered for the other. */
async function oneHost(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const hosts = request.raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length === 1) return
  reply.headers(callHeaders)
  throw new Failure('call.invalid')
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
  (metrics: Metrics) =>
  (request: FastifyRequest, reply: FastifyReply, next: () => void): void => {
    const { method, routeOptions } = request
    const seconds = reply.elapsedTime / 1000
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
