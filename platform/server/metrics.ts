// What an operator watches: calls by rate, errors and duration, the pool, the process. In Prometheus' text form, at /metrics.
// It judges nothing and names nobody: no business unit, no person, no id is a label. Next: http/app.ts asks `served`, docs/operating.md.
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Pool } from 'pg'
import { Failure } from '#platform/contract/failure.ts'
import { hashToken } from './session/token.ts'

export type Metrics = {
  /** One answer of a call: its route's path, the status, how long it took. */
  served: (call: { method: string; path: string; status: number; seconds: number }) => void
  /** A figure that is asked for when somebody looks. Example: `gauge('vitrine_pool_waiting', 'callers that wait', () => pool.waitingCount)`. */
  gauge: (name: string, help: string, read: () => number) => void
  text: () => Promise<string>
  /** The same as data, to be added to those of other processes. */
  figures: () => Promise<Figures>
}

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
  return {
    served: ({ method, path, status, seconds }) => calls.observe({ method, call: path, status }, seconds),
    gauge: (name, help, read) =>
      void new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read())
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
