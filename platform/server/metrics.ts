// Metrics for the operator in Prometheus' text format, at /metrics: rate, errors and duration of calls, the pool, the process.
// No label names a business unit, a person or an id. Next: http/app.ts calls `served`; docs/operating.md explains the metrics.
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Pool } from 'pg'
import { type ErrorCode, errors } from '#catalogue/errors.ts'
import { Failure } from '#platform/contract/failure.ts'
import { stopwatch } from './clock.ts'
import { bearerCredentialsOf, hashToken } from './session/token.ts'

export type Metrics = {
  /** One answered call: the path of its route, the status and the duration. */
  served: (call: { method: string; path: string; status: number; seconds: number }) => void
  /** A failed call, by error code. */
  failed: (code: ErrorCode, at: Date) => void
  /** Server errors (5xx) since the start, latest first. */
  failures: () => Failures
  /** A finished job and its duration. */
  worked: (job: { name: string; outcome: 'done' | 'failed'; seconds: number }) => void
  /** A request to a report service. `token`: generates an embed token; `other`: everything else. */
  reported: (request: { service: string; operation: 'token' | 'other'; status: number; seconds: number }) => void
  /** An attempt to send a mail, by the kind of its sender. */
  mailed: (attempt: { sender: string; outcome: string }) => void
  /** A fault outside of a request that the process survived (machine/survive-faults.ts). */
  survived: () => void
  /** A gauge that is read on each scrape. Example: `gauge('vitrine_pool_waiting', 'callers that wait', () => pool.waitingCount)`. */
  gauge: (name: string, help: string, measure: () => number | Promise<number>) => void
  text: () => Promise<string>
  /** The metrics as data, to be merged with the metrics of other processes. */
  figures: () => Promise<Figures>
}

export type Failures = { code: string; count: number; last_at: string }[]

/** The metrics of one process, in prom-client's format. */
export type Figures = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** Merges several processes: counts and sizes are added; the event loop metrics of Node are averaged. */
export function textOfAll(figures: Figures[]): Promise<string> {
  return AggregatorRegistry.aggregate(figures).metrics()
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'vitrine_' })
  const calls = new Histogram({
    name: 'vitrine_call_duration_seconds',
    help: 'Duration of answered calls by call and status; its count is their rate.',
    labelNames: ['method', 'call', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const failed = new Counter({
    name: 'vitrine_failures_total',
    help: 'Failed calls, by error code.',
    labelNames: ['code'],
    registers: [registry],
  })
  const jobs = new Histogram({
    name: 'vitrine_job_duration_seconds',
    help: 'Duration of jobs by name and outcome; its count is their rate.',
    labelNames: ['job', 'outcome'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 300],
    registers: [registry],
  })
  const reports = new Histogram({
    name: 'vitrine_report_service_duration_seconds',
    help: 'Duration of requests to report services; status 0: no answer.',
    labelNames: ['service', 'operation', 'status'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers: [registry],
  })
  const mails = new Counter({
    name: 'vitrine_mail_attempts_total',
    help: 'Attempts to send a mail, by sender (own: of a business unit; platform) and outcome.',
    labelNames: ['sender', 'outcome'],
    registers: [registry],
  })
  const survived = new Counter({
    name: 'vitrine_survived_faults_total',
    help: 'Faults outside of a request, such as in a timer, that the process survived.',
    registers: [registry],
  })
  const latest = new Map<string, { count: number; last_at: string }>()
  return {
    failed: (code, failedAt) => {
      unlessFaulty(() => failed.inc({ code }))
      if (errors[code].http < 500) return
      latest.set(code, { count: (latest.get(code)?.count ?? 0) + 1, last_at: failedAt.toISOString() })
    },
    failures: () =>
      [...latest].map(([code, seen]) => ({ code, ...seen })).toSorted((a, b) => b.last_at.localeCompare(a.last_at)),
    worked: ({ name, outcome, seconds }) => unlessFaulty(() => jobs.observe({ job: name, outcome }, seconds)),
    reported: ({ seconds, ...labels }) => unlessFaulty(() => reports.observe(labels, seconds)),
    served: ({ method, path, status, seconds }) =>
      unlessFaulty(() => calls.observe({ method, call: path, status }, seconds)),
    mailed: (attempt) => unlessFaulty(() => mails.inc(attempt)),
    survived: () => survived.inc(),
    gauge: (name, help, measure) =>
      void new Gauge({
        name,
        help,
        registers: [registry],
        // A gauge that cannot be read keeps its value, so that the other metrics are still served.
        async collect() {
          try {
            this.set(await measure())
          } catch {
            // The next scrape reads it again.
          }
        },
      }),
    text: () => registry.metrics(),
    figures: () => registry.getMetricsAsJSON(),
  }
}

/** A metric that cannot be counted fails no request and no job. */
function unlessFaulty(observe: () => void): void {
  try {
    observe()
  } catch {
    // The library refuses a label that it does not know. The figure is lost, the request is not.
  }
}

export function watchPool(metrics: Metrics, pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>): void {
  metrics.gauge('vitrine_pool_connections', 'Connections to PostgreSQL.', () => pool.totalCount)
  metrics.gauge('vitrine_pool_idle', 'Connections that wait for work.', () => pool.idleCount)
  metrics.gauge('vitrine_pool_waiting', 'Callers that wait for a connection.', () => pool.waitingCount)
}

/** `fetch` that measures requests to a report service. */
export function watchedFetch(metrics: Metrics, service: string, send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const elapsed = stopwatch()
    const address = input instanceof Request ? input.url : String(input)
    const operation = /generatetoken$/i.test(address.split('?')[0] ?? '') ? 'token' : 'other'
    const report = (status: number) => metrics.reported({ service, operation, status, seconds: elapsed() / 1000 })
    try {
      const response = await send(input, init)
      report(response.status)
      return response
    } catch (error) {
      report(0)
      throw error
    }
  }
}

/** Serves the metrics to a caller with the bearer `token`. Without a configured token the page does not exist. */
export function serveMetrics(app: FastifyInstance, token: string | null, text: () => Promise<string>): void {
  if (token === null) return
  const expected = hashToken(token)
  app.get('/metrics', { helmet: false }, async (request, reply) => {
    const sentToken = bearerCredentialsOf(request.headers.authorization) ?? ''
    // Hashes have the same length, so the comparison does not reveal the length of the token.
    if (!timingSafeEqual(hashToken(sentToken), expected)) throw new Failure('call.not_found')
    return reply
      .type('text/plain; version=0.0.4; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(await text())
  })
}
