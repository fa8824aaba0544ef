// Sends load to a server and takes medians of several rounds. Medians are used because a shared machine has slow moments.
// It knows nothing about the servers. Next: reads.ts.
import autocannon from 'autocannon'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export type Target = { url: string; headers: Record<string, string>; body?: unknown }

/** Requests per second, and response times in milliseconds by percentile. */
export type Figures = { rps: number; p50: number; p99: number }

const secondsOfRound = 3

/** V8 compiles code by the number of its calls. A slow server reaches the number later, so a warm-up by time would compare unlike states. */
const warmRequests = 15_000

/** Sends load until V8 has compiled the hot code. A measurement without warm-up would include compilation. */
export async function warmUp(target: Target, connections = 32): Promise<void> {
  for (let sent = 0; sent < warmRequests;) sent += (await loadOnce(target, connections)).answered
}

type LoadOptions = {
  seconds?: number
  /** Requests per second over all connections; without it, as many as the server answers. */
  rate?: number
  /** Counts refused answers instead of throwing. */
  countsRefused?: true
}

/** One round. Throws if any answer is not 2xx, because a fast refusal must not improve the figures. */
export async function loadOnce(
  target: Target,
  connections: number,
  options: LoadOptions = {},
): Promise<Figures & { answered: number; refused: number }> {
  const { seconds = secondsOfRound, rate, countsRefused = false } = options
  const { url, headers, body } = target
  const run = autocannon({
    url,
    connections,
    duration: seconds,
    ...(rate === undefined ? {} : { overallRate: rate }),
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  const times: number[] = []
  run.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds))
  const { errors, timeouts, non2xx, duration } = await run
  const refused = errors + timeouts + non2xx
  if ((refused > 0 && !countsRefused) || times.length === 0) {
    throw new Error(
      `${url}: ${times.length} answers, of them ${non2xx} refused; ${errors} errors, ${timeouts} time-outs`,
    )
  }
  const sorted = times.toSorted((a, b) => a - b)
  return { rps: times.length / duration, p50: at(sorted, 0.5), p99: at(sorted, 0.99), answered: times.length, refused }
}

/** Runs `loadOnce` in a thread of its own (load-thread.ts), so that other work of this process does not delay it. */
export async function loadApart(...parameters: Parameters<typeof loadOnce>): ReturnType<typeof loadOnce> {
  const [figures] = await once(
    new Worker(new URL('load-thread.ts', import.meta.url), { workerData: parameters }),
    'message',
  )
  return figures as Awaited<ReturnType<typeof loadOnce>>
}

/** Runs `loops` loops of `work` in parallel until stopped. `stop` waits for the work in progress, so nothing overlaps the next round. */
export function repeatedly(loops: number, work: () => Promise<unknown>): { stop(): Promise<void> } {
  const over = new AbortController()
  const one = async () => {
    while (!over.signal.aborted) await work()
  }
  const all = Promise.all(Array.from({ length: loops }, one))
  return {
    stop: async () => {
      over.abort()
      await all
    },
  }
}

const at = (sorted: number[], part: number): number => sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN

export const median = (values: number[]): number =>
  at(
    values.toSorted((a, b) => a - b),
    0.5,
  )

/** Runs several rounds. Each round runs all variants one after the other, so a slow moment of the machine affects all of them. */
export async function interleaved<Name extends string>(
  rounds: number,
  variants: Record<Name, () => Promise<Figures>>,
): Promise<Record<Name, Figures>> {
  const names = Object.keys(variants) as Name[]
  const found = new Map<Name, Figures[]>(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) found.get(name)?.push(await variants[name]())
  }
  return Object.fromEntries(names.map((name) => [name, medianFigures(found.get(name) ?? [])])) as Record<Name, Figures>
}

function medianFigures(figures: Figures[]): Figures {
  const of = (key: keyof Figures) => median(figures.map((each) => each[key]))
  return { rps: of('rps'), p50: of('p50'), p99: of('p99') }
}
