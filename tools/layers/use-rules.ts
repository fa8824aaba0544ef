import type { Place } from './place.ts'
import type { Use } from './source.ts'

/** The places that may contain the expression, and the message for others. */
const homes: Record<Use, { allows: (place: Place) => boolean; reason: string }> = {
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
      'only platform/web/client talks to the network, so that session, language and errors are treated alike: call through it.',
  },
  clock: {
    allows: ({ path, layer, isTest }) =>
      isTest || !['platform', 'features'].includes(layer) || /^platform\/(server|web)\/clock/.test(path),
    reason:
      'only the clock (platform/server/clock, platform/web/clock) asks the time, so that a test can set it: take it from ctx.',
  },
  sql: {
    allows: ({ path, layer, inside, isTest }) =>
      isTest ||
      ['database', 'tools', 'report-service'].includes(layer) ||
      path.startsWith('platform/server/') ||
      (layer === 'features' && /^server\/(store|reads)\.ts$/.test(inside)),
    reason: 'SQL belongs to store.ts (or reads.ts, if other features ask): give the query a name there.',
  },
  'mock of our own': {
    allows: () => false,
    reason: 'our own modules are not mocked: a fake belongs behind a port (clock, mail, files), in testing.',
  },
  'suppression without reason': {
    allows: () => false,
    reason: 'a suppression says why on the same line: `oxlint-disable-next-line rule -- reason`.',
  },
}

/** The fault of this expression in this place; null when it is allowed. */
export function judgeUse(place: Place, use: Use): string | null {
  return homes[use].allows(place) ? null : homes[use].reason
}
