/** The place of a file in the codebase, derived from its path. */
export type SourceLocation = {
  path: string
  /** The first folder; the empty string for a file at the root. */
  layer: string
  /** `people` of `features/people/groups`; null elsewhere. */
  area: string | null
  /** `people/groups` of `features/people/groups`; null elsewhere. */
  noun: string | null
  /** The path under the noun, or under the layer. */
  inside: string
  /** `server` and `web` never import each other; both may import `contract`; `neutral` has no side (tests, benchmarks, root files). */
  side: 'contract' | 'server' | 'web' | 'neutral'
  /** Tests, their support code, and tool configuration. They are not shipped and may import more than the product. */
  isTest: boolean
}

export function placeOf(path: string): SourceLocation {
  const [layer = '', ...rest] = path.includes('/') ? path.split('/') : ['', path]
  const [area = null, name] = layer === 'features' && rest.length > 1 ? rest : []
  const noun = area !== null && rest.length > 2 ? `${area}/${name}` : null
  const inside = rest.slice(noun === null ? 0 : 2).join('/')
  const isTest =
    /(\.test\.tsx?|\.config\.ts)$/.test(path) ||
    ['journeys', 'bench', 'testing'].includes(layer) ||
    rest.includes('testing')
  return { path, layer, area, noun, inside, side: sideOf(path, layer, inside), isTest }
}

function sideOf(path: string, layer: string, inside: string): SourceLocation['side'] {
  // Phrases are plain data: the browser shows them, and the server uses them for field labels.
  const isWords = /^(features|platform|apps)\/(.*\/)?phrases\//.test(path)
  const isShared = /^(catalogue|platform\/contract|report-service\/contract)\//.test(path)
  if (isShared || isWords) return 'contract'
  if (layer === 'features')
    return inside.startsWith('server/') ? 'server' : inside.startsWith('web/') ? 'web' : 'contract'
  // The drawing of exports runs the viewer's code in a thread of the service.
  if (layer === 'report-service' && inside.startsWith('drawing/')) return 'neutral'
  if (layer === 'report-service') return inside.startsWith('viewer/') ? 'web' : 'server'
  if (/^(platform|powerbi|apps)\/(web\/|generated\/web\.ts)/.test(path)) return 'web'
  if (['platform', 'powerbi', 'apps', 'database'].includes(layer)) return 'server'
  return 'neutral'
}
