/** A name that product code does not declare, and what to write. `exceptIn`: a layer that still has the name in old code. */
export type BannedIdentifier = { pattern: RegExp; instead: string; exceptIn?: 'features' }

/** The names of the fixed vocabulary that are never right. A name that is right in some places does not belong here: a reviewer decides. */
export const bannedIdentifiers: readonly BannedIdentifier[] = [
  { pattern: /^worn/, instead: 'active… or selected…' },
  { pattern: /^useTell/, instead: 'use…Notification' },
  { pattern: /^useAskEach$/, instead: 'useCallQueries' },
  { pattern: /^judge$/, instead: 'check… or assess…, with its object' },
  { pattern: /^owes/, instead: 'mustAccept… or has…ToAccept' },
  { pattern: /^lookEvery/, instead: 'pollIntervalMs', exceptIn: 'features' },
  { pattern: /^lookOnce$/, instead: 'poll…, or the verb and its object' },
  { pattern: /^useAskAgain$/, instead: 'useRefetch…', exceptIn: 'features' },
  { pattern: /^(?:Asked|Wish)$/, instead: 'a noun: …Request, …Choice', exceptIn: 'features' },
  { pattern: /^(?:Given|Granted)$/, instead: 'a noun: …Input, …Grant', exceptIn: 'features' },
  { pattern: /^(?:Found|Named|Shown|Kept|Told)$/, instead: 'a noun: …Result, …Record, …Row', exceptIn: 'features' },
  { pattern: /^(?:Needs|Here|Ground)$/, instead: 'a noun: …Dependencies, …Context', exceptIn: 'features' },
  { pattern: /^asked$/, instead: '…Query, requested…, request', exceptIn: 'features' },
  { pattern: /^given$/, instead: 'input, grant, provided…', exceptIn: 'features' },
  { pattern: /^kept$/, instead: 'stored…, saved…, remaining…, cached…', exceptIn: 'features' },
  { pattern: /^shown/, instead: 'visible…, displayed…', exceptIn: 'features' },
  { pattern: /^told/, instead: 'notified…, effectiveAccess, tokenClaims, by meaning', exceptIn: 'features' },
  { pattern: /^tell(?:s|ing)?$/, instead: 'notify', exceptIn: 'features' },
  { pattern: /^looks?$/, instead: 'poll or check, with its object', exceptIn: 'features' },
  { pattern: /^wish(?:es|ed)?$/, instead: 'request, choice, preference', exceptIn: 'features' },
  { pattern: /^ways?$/, instead: 'authMethod, method, direction, route', exceptIn: 'features' },
  { pattern: /^who$/, instead: 'caller, person, user, principal', exceptIn: 'features' },
  { pattern: /^(?:said|gone)$/, instead: 'a noun: announcement, failureText, exited', exceptIn: 'features' },
]
