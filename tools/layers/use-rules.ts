import type { SourceLocation } from './place.ts'
import type { Use } from './source.ts'

/** The places that may contain the expression, and the message for others. */
const homes: Record<Use, { allows: (location: SourceLocation) => boolean; reason: string }> = {
  environment: {
    allows: ({ path, layer, isTest }) =>
      isTest ||
      path === 'platform/server/config.ts' ||
      path.startsWith('apps/report-service/') ||
      layer === 'tools' ||
      layer === '',
    reason:
      'only platform/server/config.ts reads the environment, so that every variable is documented and checked: add it there and pass it in.',
  },
  network: {
    allows: ({ path, layer, isTest }) =>
      isTest || !['platform', 'features'].includes(layer) || path.startsWith('platform/web/client'),
    reason:
      'only platform/web/client talks to the network, so that all calls treat session, language and errors alike: use the client.',
  },
  clock: {
    allows: ({ path, layer, isTest }) =>
      isTest || !['platform', 'features'].includes(layer) || /^platform\/(server|web)\/clock/.test(path),
    reason:
      'only the clock (platform/server/clock, platform/web/clock) reads the time, so that a test can set it: use the clock of the context.',
  },
  sql: {
    allows: ({ path, layer, inside, isTest }) =>
      isTest ||
      ['database', 'tools', 'report-service'].includes(layer) ||
      path.startsWith('platform/server/') ||
      (layer === 'features' && /^server\/([a-z-]+-)?(store|queries)\.ts$/.test(inside)),
    reason:
      'SQL belongs to store.ts, to a file that ends in -store.ts, or to queries.ts for other nouns: add a named function there.',
  },
  'mock of our own': {
    allows: () => false,
    reason: 'our own modules are not mocked: put a fake of an interface (clock, mail, files) into testing.',
  },
  'suppression without reason': {
    allows: () => false,
    reason: 'a suppression gives its reason on the same line: `oxlint-disable-next-line rule -- reason`.',
  },
  'more than re-exports': {
    allows: ({ layer, inside }) => layer !== 'features' || inside !== 'web/exports.tsx',
    reason:
      'web/exports.tsx only exports what other files declare, because the build takes it for a file without effects and a page would load its code with each name (docs/decisions/0042): move the code to a file of its own.',
  },
}

/** The fault of this expression in the file; null when it is allowed. */
export function useFault(location: SourceLocation, use: Use): string | null {
  return homes[use].allows(location) ? null : homes[use].reason
}
