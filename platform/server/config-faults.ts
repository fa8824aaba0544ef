// Judges the configuration: what production refuses, and what a demonstration refuses when other machines can reach it.
// config.ts parses the variables and collects these faults.
import { createHash } from 'node:crypto'
import { isIP } from 'node:net'

/** `whole`: migrates the database and starts what it needs. `part`: serves or runs jobs beside a `whole`, on its database. */
export type Role = 'whole' | 'part'

/**
 * The variables that each role needs in production. Only a process that migrates needs the owner's database URL, and only a process that
 * starts the report service needs its key.
 */
const neededInProduction: Record<Role, string[]> = {
  whole: ['PUBLIC_URL', 'DATABASE_URL', 'DATABASE_OWNER_URL', 'APP_SECRET', 'REPORT_SERVICE_KEY'],
  part: ['PUBLIC_URL', 'APP_SECRET'],
}

/** Faults that a demonstration may have and production may not, one sentence each. */
export function productionFaults(variables: Record<string, string | undefined>, role: Role): string[] {
  const needed = neededInProduction[role]
  const missing = needed.filter((name) => !variables[name]).map((name) => `${name}: must be set in production`)
  const same =
    variables.APP_SECRET && variables.APP_SECRET === variables.REPORT_SERVICE_KEY
      ? ['REPORT_SERVICE_KEY: must differ from APP_SECRET']
      : []
  const weak = ['APP_SECRET', 'REPORT_SERVICE_KEY', 'METRICS_TOKEN'].flatMap((name) =>
    weaknesses(name, variables[name], false),
  )
  return [...missing, ...weak, ...same, ...oldSecretFaults(variables), ...openFaults(variables)]
}

/** An old secret opens what it sealed. It must be strong, and it must not be in use as a current secret. */
function oldSecretFaults(variables: Record<string, string | undefined>): string[] {
  const old = listed(variables.APP_SECRET_OLD ?? '')
  const weak = old.flatMap((each) => weaknesses('APP_SECRET_OLD', each, true))
  const same = ['APP_SECRET', 'REPORT_SERVICE_KEY']
    .filter((name) => variables[name] && old.includes(variables[name]))
    .map((name) => `APP_SECRET_OLD: must differ from ${name}`)
  return [...weak, ...same]
}

/** The demonstration secret is allowed only as an old secret: a demonstration that became productive has data sealed with it (`warningsOf`). */
function weaknesses(name: string, value: string | undefined, isOld: boolean): string[] {
  if (!value) return []
  if (isSimple(value)) return [`${name}: is too simple to be a secret; take 32 random bytes`]
  if (placeholder.test(value)) return [`${name}: is a placeholder, not a secret; take 32 random bytes`]
  const isKnown = isDevelopmentSecret(value) && !(isOld && value === developmentSecret('app'))
  return isKnown ? [`${name}: is the secret of a demonstration, which everybody knows; take 32 random bytes`] : []
}

/** 24 random bytes have at least 9 different characters in hexadecimal with a probability above 0.99999. */
const fewestCharacters = 9

/** Few different characters, or a short text that repeats. */
const isSimple = (value: string) => new Set(value).size < fewestCharacters || /^(.{1,16})\1+.{0,16}$/s.test(value)

/**
 * Words of sample configurations. Random text of 64 characters has one of them with a probability of about 10⁻⁶: short words count only at
 * the beginning of the text or of a part of it.
 */
const placeholder =
  /change.?(?:me|this|it)|please|replace|example|password|passwort|secret|your.?(?:key|token)|insecure|(?:^|[-_. ])(?:demo|senha)/i

/** Settings that would let any client choose its address, or send passwords and tokens without encryption. */
function openFaults(variables: Record<string, string | undefined>): string[] {
  const url = URL.canParse(variables.PUBLIC_URL ?? '') ? new URL(variables.PUBLIC_URL ?? '') : null
  const isPlain = url !== null && url.protocol === 'http:' && !isThisMachine(url.hostname)
  const plain = isPlain
    ? ['PUBLIC_URL: must begin with https:// in production; passwords and tokens travel over it']
    : []
  const wide = listed(variables.TRUSTED_PROXIES ?? '').filter(trustsTooMuch)
  return [
    ...plain,
    ...wide.map(
      (range) => `TRUSTED_PROXIES: ${range} trusts most of the internet to name any client address; name your proxies`,
    ),
  ]
}

/** True for an IP address, or for a range in CIDR notation. */
export function isAddressRange(value: string): boolean {
  const [address = '', prefix, ...rest] = value.split('/')
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return rest.length === 0 && bits > 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
}

/** True for shorter prefixes than those of private networks (10.0.0.0/8, fc00::/7). */
function trustsTooMuch(range: string): boolean {
  const [address = '', prefix] = range.split('/')
  return prefix !== undefined && Number(prefix) < (isIP(address) === 4 ? 8 : 7)
}

/** The non-empty entries of a comma-separated list. */
export const listed = (value: string): string[] => value.split(',').flatMap((entry) => entry.trim() || [])

/** Faults that do not stop the start, one sentence each. */
export function warningsOf({ production, appSecretsOld }: { production: boolean; appSecretsOld: string[] }): string[] {
  if (!production || !appSecretsOld.includes(developmentSecret('app'))) return []
  return [
    'APP_SECRET_OLD has the secret of a demonstration, which everybody knows: remove it when everything is resealed',
  ]
}

/** Either all variables of the file service are set, or none. */
export function fileServiceFaults(variables: Record<string, string | undefined>): string[] {
  const needed = ['FILES_S3_ENDPOINT', 'FILES_S3_BUCKET', 'FILES_S3_KEY_ID', 'FILES_S3_SECRET']
  const missing = needed.filter((name) => !variables[name])
  return missing.length === needed.length ? [] : missing.map((name) => `${name}: is needed beside the other FILES_S3_…`)
}

/** A mail can only be replied to where it arrives, so the domain and one way to receive belong together. */
export function mailInFaults(variables: Record<string, string | undefined>): string[] {
  const sources = ['MAIL_IN_SMTP_PORT', 'MAIL_IN_IMAP_URL'].filter((name) => variables[name])
  const isOn = Boolean(variables.MAIL_IN_DOMAIN)
  return [
    ...(isOn && sources.length !== 1 ? ['MAIL_IN_DOMAIN: needs either MAIL_IN_SMTP_PORT or MAIL_IN_IMAP_URL'] : []),
    ...(isOn ? [] : sources.map((name) => `${name}: is only used beside MAIL_IN_DOMAIN`)),
    ...(Boolean(variables.MAIL_IN_SMTP_KEY) === Boolean(variables.MAIL_IN_SMTP_CERT)
      ? []
      : ['MAIL_IN_SMTP_CERT: is needed beside MAIL_IN_SMTP_KEY, and only there']),
  ]
}

/** The demonstration secrets are public. Another machine that reaches the portal could sign report tokens with them. */
export function reachFaults(variables: Record<string, string | undefined>): string[] {
  const publicHost = URL.canParse(variables.PUBLIC_URL ?? '')
    ? new URL(variables.PUBLIC_URL ?? '').hostname
    : 'localhost'
  if (isThisMachine(variables.HOST ?? 'localhost') && isThisMachine(publicHost)) return []
  const needed = ['APP_SECRET', 'REPORT_SERVICE_KEY'].filter(
    (name) => !variables[name] || isDevelopmentSecret(variables[name]),
  )
  return needed.map((name) => `${name}: must be set when HOST or PUBLIC_URL lets other machines connect`)
}

const isThisMachine = (host: string) => /^(127(\.\d+){3}|\[?::1\]?|([\w-]+\.)*localhost)$/i.test(host)

const isDevelopmentSecret = (value: string) => ['app', 'report-service'].some((use) => value === developmentSecret(use))

/** A fixed secret outside production, so that data of a demonstration stays readable across starts. */
export function developmentSecret(purpose: string): string {
  return createHash('sha256').update(`vitrine development ${purpose}`).digest('base64url')
}

/** An IP address, with a port or without: `192.0.2.53`, `192.0.2.53:5353`, `2001:db8::53`, `[2001:db8::53]:5353`. */
export function isDnsServer(value: string): boolean {
  if (isIP(value) !== 0) return true
  const [, address, port] = /^\[?([0-9a-f.:]+?)\]?:(\d{1,5})$/i.exec(value) ?? []
  const family = isIP(address ?? '')
  return Number(port) <= 65_535 && (value.startsWith('[') ? family === 6 : family === 4)
}

/** True for `mailto:name@domain` and https addresses. Push services refuse the name localhost. */
export const isPushContact = (value: string): boolean =>
  /^mailto:[^\s@:]+@[\w-]+(?:\.[\w-]+)+$/.test(value) ||
  (value.startsWith('https:') && URL.canParse(value) && /\.[a-z]/i.test(new URL(value).hostname))
