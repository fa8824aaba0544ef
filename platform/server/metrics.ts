// What an operator watches: calls by rate, errors and duration, the pool, the process. In Prometheus' text form, at /metrics.
// It judges nothing and names nobody: no business unit, no person, no id is a label. Next: http/app.ts asks `served`, docs/operating.md.
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Pool } from 'pg'
import { type ErrorCode, errors } from '#catalogue/errors.ts'
import { Failure } from '#platform/contract/failure.ts'
import { stopwatch } from './clock.ts'
import { hashToken } from './session/token.ts'

export type Metrics = {
  /** One answer of a call: its route's path, the status, how long it took. */
  served: (call: { method: string; path: string; status: number; seconds: number }) => void
  /** An answer that refused or failed, by the code of the failure. */
  failed: (code: ErrorCode, at: Date) => void
  /** What failed on our side since the start, latest first: refusals are no failures of ours. */
  failures: () => Failures
  /** A job that was done or failed, and how long it took. */
  worked: (job: { name: string; outcome: 'done' | 'failed'; seconds: number }) => void
  /** A request to a report service: `token` makes an embed token, `other` is all else. */
  reported: (request: { service: string; operation: 'token' | 'other'; status: number; seconds: number }) => void
  /** A figure that is asked for when somebody looks. Example: `gauge('vitrine_pool_waiting', 'callers that wait', () => pool.waitingCount)`. */
  gauge: (name: string, help: string, read: () => number | Promise<number>) => void
  text: () => Promise<string>
  /** The same as data, to be added to those of other processes. */
  figures: () => Promise<Figures>
}

export type Failures = { code: string; count: number; last_at: string }[]

/** What a process counted, in prom-client's own form. */
export type Figures = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** Several processes as one: counts and sizes are added, what Node says of event loops is averaged. */
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
    help: 'Answers that refused or failed, by code.',
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
    help: 'Duration of requests to report services; status 0 is no answer.',
    labelNames: ['service', 'operation', 'status'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers: [registry],
  })
  const latest = new Map<string, { count: number; last_at: string }>()
  return {
    failed: (code, at) => {
      failed.inc({ code })
      if (errors[code].http < 500) return
      latest.set(code, { count: (latest.get(code)?.count ?? 0) + 1, last_at: at.toISOString() })
    },
    failures: () =>
      [...latest].map(([code, seen]) => ({ code, ...seen })).toSorted((a, b) => b.last_at.localeCompare(a.last_at)),
    worked: ({ name, outcome, seconds }) => jobs.observe({ job: name, outcome }, seconds),
    reported: ({ seconds, ...labels }) => reports.observe(labels, seconds),
    served: ({ method, path, status, seconds }) => calls.observe({ method, call: path, status }, seconds),
    gauge: (name, help, read) =>
      void new Gauge({
        name,
        help,
        registers: [registry],
        // What cannot be read at this moment is left as it was: the other figures are worth having.
        async collect() {
          try {
            this.set(await read())
          } catch {
            // Asked again at the next look.
          }
        },
      }),
    text: () => registry.metrics(),
    figures: () => registry.getMetricsAsJSON(),
  }
}

export function watchPool(metrics: Metrics, pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>): void {
  metrics.gauge('vitrine_pool_connections', 'Connections to PostgreSQL.', () => pool.totalCount)
  metrics.gauge('vitrine_pool_idle', 'Connections that wait for work.', () => pool.idleCount)
  metrics.gauge('vitrine_pool_waiting', 'Callers that wait for a connection.', () => pool.waitingCount)
}

/** Times the requests that go out to a report service. */
export function watchedFetch(metrics: Metrics, service: string, send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const elapsed = stopwatch()
    const address = input instanceof Request ? input.url : String(input)
    const operation = /generatetoken$/i.test(address.split('?')[0] ?? '') ? 'token' : 'other'
    const tell = (status: number) => metrics.reported({ service, operation, status, seconds: elapsed() / 1000 })
    try {
      const response = await send(input, init)
      tell(response.status)
      return response
    } catch (error) {
      tell(0)
      throw error
    }
  }
}

/** Serves the figures to whoever bears `token`; without one configured there is no such page. */
export function serveMetrics(app: FastifyInstance, token: string | null, text: () => Promise<string>): void {
  if (token === null) return
  const expected = hashToken(token)
  app.get('/metrics', { helmet: false }, async (request, reply) => {
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    // Digests have one length, so that comparing them tells nothing of the token's.
    if (!timingSafeEqual(hashToken(given), expected)) throw new Failure('call.not_found')
    return reply
      .type('text/plain; version=0.0.4; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(await text())
  })
}
