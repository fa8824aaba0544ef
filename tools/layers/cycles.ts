import { placeOf } from './place.ts'
import type { Source } from './source.ts'

type Edge = { to: string; path: string; line: number }
type Edges = Map<string, Map<string, Edge>>
type Fault = { path: string; line: number; message: string }

/**
 * Finds dependency cycles between nouns (their contracts and phrases apart) and between files. Type imports and dynamic imports count as well: what must be read to
 * understand something is below it, and the lower one must not import the higher one.
 */
export function findCycles(sources: readonly Source[]): Fault[] {
  return [
    ...cyclesOf(nounEdges(sources)).map((cycle) => fault(cycle, 'nouns', nounAdvice)),
    ...cyclesOf(fileEdges(sources)).map((cycle) => fault(cycle, 'imports', fileAdvice)),
  ]
}

const nounAdvice =
  'The lower noun must not import the higher one: move what both need to the lower one, use a foreign key, or enqueue a job by its name.'
const fileAdvice = 'Move what both need, often a type, to a file of its own that imports neither.'

/** Finds at least one cycle in each group of nodes that reach each other; a cycle is a list of its edges. */
function cyclesOf(edges: Edges): Edge[][] {
  const done = new Set<string>()
  const found: Edge[][] = []
  const walk = (node: string, trail: Edge[], seen: string[]): void => {
    if (seen.includes(node)) {
      found.push(trail.slice(seen.indexOf(node)))
      return
    }
    if (done.has(node)) return
    for (const edge of edges.get(node)?.values() ?? []) walk(edge.to, [...trail, edge], [...seen, node])
    done.add(node)
  }
  for (const node of edges.keys()) walk(node, [], [])
  return found
}

function nounEdges(sources: readonly Source[]): Edges {
  const edges: Edges = new Map()
  for (const { path, imports } of sources) {
    const from = placeOf(path)
    if (from.noun === null || from.isTest) continue
    for (const { file, line } of imports) {
      const to = file === null ? null : placeOf(file)
      if (to === null || to.noun === null || to.noun === from.noun || /^(contract\.ts$|phrases\/)/.test(to.inside))
        continue
      note(edges, from.noun, { to: to.noun, path, line })
    }
  }
  return edges
}

function fileEdges(sources: readonly Source[]): Edges {
  const edges: Edges = new Map()
  for (const { path, imports } of sources)
    for (const { file, line } of imports) if (file !== null) note(edges, path, { to: file, path, line })
  return edges
}

function note(edges: Edges, from: string, edge: Edge): void {
  const targets = edges.get(from) ?? new Map<string, Edge>()
  if (!targets.has(edge.to)) targets.set(edge.to, edge)
  edges.set(from, targets)
}

function fault(cycle: readonly Edge[], what: string, advice: string): Fault {
  const route = cycle.map(({ to, path, line }) => `${to} (${path}:${line})`).join(' → ')
  const [first] = cycle
  return {
    path: first?.path ?? '',
    line: first?.line ?? 1,
    message: `${what} form a dependency cycle: ${cycle.at(-1)?.to} → ${route}. ${advice}`,
  }
}
