import { placeOf } from './place.ts'
import type { Source } from './source.ts'

type Edge = { to: string; path: string; line: number }

/**
 * Finds dependency cycles between features. Features are ordered, and a lower one must not import a higher one. Type imports count as well:
 * a feature that must be read to understand another one is below it.
 */
export function findCycles(sources: readonly Source[]): { path: string; line: number; message: string }[] {
  const edges = collectEdges(sources)
  const done = new Set<string>()
  const found: { path: string; line: number; message: string }[] = []
  const walk = (noun: string, trail: Edge[], seen: string[]): void => {
    if (seen.includes(noun)) {
      const circle = trail.slice(seen.indexOf(noun))
      const [first] = circle
      if (first) found.push({ path: first.path, line: first.line, message: describe(noun, circle) })
      return
    }
    if (done.has(noun)) return
    for (const edge of edges.get(noun)?.values() ?? []) walk(edge.to, [...trail, edge], [...seen, noun])
    done.add(noun)
  }
  for (const noun of edges.keys()) walk(noun, [], [])
  return found
}

function collectEdges(sources: readonly Source[]): Map<string, Map<string, Edge>> {
  const edges = new Map<string, Map<string, Edge>>()
  for (const { path, imports } of sources) {
    const from = placeOf(path)
    if (from.feature === null || from.isTest) continue
    for (const { file, line } of imports) {
      const to = file === null ? null : placeOf(file).feature
      if (to === null || to === from.feature) continue
      const targets = edges.get(from.feature) ?? new Map<string, Edge>()
      if (!targets.has(to)) targets.set(to, { to, path, line })
      edges.set(from.feature, targets)
    }
  }
  return edges
}

function describe(start: string, circle: readonly Edge[]): string {
  const way = circle.map(({ to, path, line }) => `${to} (${path}:${line})`).join(' → ')
  return `features form a dependency cycle: ${start} → ${way}. The lower feature must not import the higher one: use a foreign key, or a job enqueued by name.`
}
