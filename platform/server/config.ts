// The configuration: every environment variable of the portal, with its meaning, default and bounds, parsed once.
// It is not the settings of a business unit (features/organisation/settings). All faults are listed at once and stop the start.
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { userImports } from '#catalogue/limits.ts'
import { readBounds, type RetentionBounds, retentionBounds, type RetentionKind } from '#catalogue/retention.ts'
import {
  developmentSecret,
  fileServiceFaults,
  mailInFaults,
  isAddressRange,
  isDnsServer,
  isPushContact,
  listed,
  productionFaults,
  type Role,
  reachFaults,
} from './config-faults.ts'

const secret = z.string().min(32, 'needs at least 32 characters').optional()
const yes = z
  .enum(['0', '1'])
  .default('0')
  .transform((value) => value === '1')

const environment = z.object({
  ENV_FILE: z
    .string()
    .optional()
    .describe('a file of variables, NAME=value, which override the environment; SIGHUP reads it again'),
  NODE_ENV: z
    .enum(['development', 'production', 'test'])
    .default('development')
    .describe('production: no demo world, no default secret'),
  PORT: z.coerce.number().int().min(0).max(65535).default(8000).describe('where the portal listens'),
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe('the address it listens on; loopback unless the proxy runs on another machine'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('address of the platform; business units live on its subdomains'),
  DATA_DIR: z.string().optional().describe('the data folder: embedded PostgreSQL, files, models of the report service'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('a PostgreSQL of your own: the application login'),
  DATABASE_OWNER_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('the same database as its owner, for migrations'),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10).describe('maximum connections per process'),
  APP_SECRET: secret.describe('seals secrets at rest; 32 characters or more'),
  APP_SECRET_OLD: z
    .string()
    .default('')
    .refine((value) => listed(value).every((each) => each.length >= 32), 'each needs at least 32 characters')
    .describe('earlier values of APP_SECRET, comma separated: secrets sealed with them stay readable and are resealed'),
  REPORT_SERVICE_KEY: secret.describe('signs the tokens of the embedded report service'),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .refine((value) => listed(value).every(isAddressRange), 'is a list of IP addresses and ranges, such as 10.0.0.0/8')
    .describe('addresses or ranges of proxies whose X-Forwarded-For counts, comma separated'),
  DEMO_PASSWORD: z
    .string()
    .min(8)
    .optional()
    .describe('password of the demo people; generated at the first start otherwise'),
  DEMO_WORLD: z
    .enum(['0', '1', 'plain'])
    .optional()
    .describe('0: start empty; plain: people and reports without examples of their use; never filled in production'),
  POWERBI_AUTHORITY: z
    .url()
    .default('https://login.microsoftonline.com')
    .describe('where Power BI accounts get their tokens'),
  POWERBI_API: z.url().default('https://api.powerbi.com').describe('where the Power BI REST API answers'),
  AZURE_MANAGEMENT: z
    .url()
    .default('https://management.azure.com')
    .describe('where Azure’s management API answers, for license capacities'),
  REPORT_SERVICE: z.enum(['0', '1']).default('1').describe('0: run without the embedded report service'),
  REPORT_SERVICE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('address of a report service that runs elsewhere; the portal then starts none'),
  SMTP_URL: z
    .url({ protocol: /^(smtp|starttls|smtps)$/ })
    .optional()
    .describe(
      'the platform’s mail server, `starttls://user:password@host:587`; without it mails of units without a sender wait',
    ),
  MAIL_FROM: z.string().optional().describe('sender of the platform’s mails, `Name <address>`; needed with SMTP_URL'),
  MAIL_IN_DOMAIN: z
    .string()
    .regex(/^(?=.{1,190}$)([a-z\d]([a-z\d-]*[a-z\d])?\.)*[a-z\d]([a-z\d-]*[a-z\d])?$/, 'is a domain in lower case')
    .optional()
    .describe(
      'replies to mails about tickets go to this domain and become follow-ups; without it nobody can reply by mail',
    ),
  MAIL_IN_LOCAL_PART: z
    .string()
    .regex(/^[a-z\d]([a-z\d.-]{0,18}[a-z\d])?$/, 'is 1 to 20 letters in lower case, digits, dots and hyphens')
    .default('reply')
    .describe('what stands before the + in these addresses'),
  MAIL_IN_SMTP_PORT: z.coerce
    .number()
    .int()
    .min(1)
    .max(65535)
    .optional()
    .describe('the process that runs jobs receives these mails by SMTP at this port'),
  MAIL_IN_SMTP_HOST: z.string().default('127.0.0.1').describe('the address on which it listens for SMTP'),
  MAIL_IN_SMTP_KEY: z.string().optional().describe('file of the private key in PEM, for STARTTLS'),
  MAIL_IN_SMTP_CERT: z.string().optional().describe('file of its certificates in PEM'),
  MAIL_IN_IMAP_URL: z
    .url({ protocol: /^imaps?$/ })
    .optional()
    .describe(
      'a mailbox of these mails, in place of SMTP: `imaps://user:password@host:993/INBOX`; read twice a minute',
    ),
  MAIL_IN_AUTH_SERVER: z
    .string()
    .regex(/^[a-z\d.-]{1,253}$/i, 'is a host name')
    .optional()
    .describe(
      'your server that writes Authentication-Results; a mail must then have passed DMARC or aligned DKIM there',
    ),
  PUSH_CONTACT: z
    .string()
    .refine(isPushContact, 'is mailto:name@domain or an https address, not of localhost')
    .optional()
    .describe(
      'address of the operator for the push services of browsers, `mailto:name@domain` or https; without it nothing is pushed',
    ),
  MAIL_PRIVATE_HOSTS: yes.describe('1: business units may name mail servers of private networks, at any port'),
  PROVIDER_PRIVATE_HOSTS: yes.describe(
    '1: business units may name identity providers of private networks, at any port, also without TLS',
  ),
  IMPORT_MAX_ROWS: z.coerce
    .number()
    .int()
    .min(100)
    .max(userImports.mostRows)
    .default(userImports.rows)
    .describe('people of one imported file at the most'),
  POSTAL_CODE_SERVICE: z
    .string()
    .refine((value) => value.includes('{cep}') && URL.canParse(value.replace('{cep}', '01310100')), 'needs {cep}')
    .optional()
    .describe(
      'fills addresses by postal code: a URL with `{cep}` that answers as ViaCEP does; none: addresses are typed',
    ),
  RETENTION_BOUNDS: z
    .string()
    .default('')
    .refine((value) => readBounds(value) !== null, 'is a list such as audit=365-1825,mails=30-400')
    .describe(
      'days for which business units keep records, at least and at most by kind, `audit=365-1825,mails=30-400`; they only narrow the bounds of the product',
    ),
  DNS_SERVERS: z
    .string()
    .default('')
    .refine(
      (value) => value === 'none' || listed(value).every(isDnsServer),
      'is a list of IP addresses, such as 192.0.2.53 or 192.0.2.53:5353, or none',
    )
    .describe(
      'DNS servers that are asked for the TXT records of domains, comma separated; empty: those of the machine; none: people confirm domains',
    ),
  WORKERS: z.coerce
    .number()
    .int()
    .min(0)
    .max(64)
    .default(0)
    .describe('number of server processes behind one port, in addition to a worker for jobs; 0: all in one process'),
  JOBS: z.enum(['0', '1']).default('1').describe('0: this process runs no jobs, because another one does'),
  FILES_S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('an S3-compatible service for uploaded files; without it they are in the data folder'),
  FILES_S3_BUCKET: z.string().optional().describe('its bucket, private'),
  FILES_S3_REGION: z.string().default('us-east-1').describe('its region'),
  FILES_S3_KEY_ID: z.string().optional().describe('id of a key that may read, write and delete in the bucket'),
  FILES_S3_SECRET: z.string().optional().describe('secret of that key'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .optional()
    .describe('log level; info in production, otherwise warn, because people read the terminal'),
  CERTIFICATE_TOKEN: z
    .string()
    .min(20)
    .max(200)
    .optional()
    .describe(
      'token with which a proxy asks whether a host may get a certificate; without it only TRUSTED_PROXIES may ask',
    ),
  METRICS_TOKEN: z
    .string()
    .min(20)
    .optional()
    .describe('bearer token for /metrics; without it the page does not exist'),
  LOG_REQUESTS: yes.describe('1: one log line per request'),
})

export type MailIn = {
  domain: string
  localPart: string
  smtp: { port: number; host: string; tls: { key: string; cert: string } | null } | null
  imapUrl: string | null
  /** The server whose Authentication-Results count, in lower case; null: the address in From counts alone, except for staff. */
  authServer: string | null
}

export type Config = {
  production: boolean
  port: number
  host: string
  publicUrl: URL
  dataDir: string | null
  databaseUrl: string | null
  databaseOwnerUrl: string | null
  databasePool: number
  appSecret: string
  /** Earlier secrets. They open what they sealed. */
  appSecretsOld: string[]
  reportServiceKey: string
  trustedProxies: string[]
  demoPassword: string | null
  demoWorld: boolean
  /** The demo world has examples of every capability, and not only people and reports. */
  demoExamples: boolean
  powerBi: { authority: string; api: string }
  /** Azure’s management API. */
  azureManagement: string
  /** True when the portal starts the embedded report service. */
  reportService: boolean
  /** A report service that is operated separately. */
  reportServiceUrl: string | null
  /** Number of server processes under the supervisor; 0: one process without a supervisor. */
  workers: number
  runJobs: boolean
  /** The object storage for files; null: files are in the data folder. */
  fileService: { endpoint: string; bucket: string; region: string; keyId: string; secret: string } | null
  mail: { url: string; from: string } | null
  /** Where replies to mails about tickets arrive; null: nobody can reply by mail. */
  mailIn: MailIn | null
  /** The operator's address for push services; null: nothing is pushed. */
  pushContact: string | null
  mailPrivateHosts: boolean
  providerPrivateHosts: boolean
  /** The URL of the service of postal codes, with `{cep}`. */
  postalCodeService: string | null
  /** People of one imported file at the most. */
  importRows: number
  /** For how many days business units may keep records. */
  retentionBounds: Readonly<Record<RetentionKind, RetentionBounds>>
  /** The DNS servers for TXT records. An empty list: the servers of the operating system; null: no DNS server. */
  dnsServers: string[] | null
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  logRequests: boolean
  metricsToken: string | null
  /** The token of a proxy that asks for which hosts it may get certificates; null: only trusted proxies may. */
  certificateToken: string | null
}

/** All faults of the environment, one sentence per line. */
export class ConfigFault extends Error {
  constructor(faults: string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.map((f) => `  - ${f}`).join('\n')}`,
    )
    this.name = 'ConfigFault'
  }
}

/** Names that the file has had. A name removed from the file is unset, even when the process started with it. */
const ofFile = new Set<string>()

/** The present environment, including the file of ENV_FILE. Throws a ConfigFault when the file cannot be read. */
export function presentVariables(variables: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const file = variables.ENV_FILE
  if (!file) return variables
  const fileVariables = parseFile(file)
  for (const name of Object.keys(fileVariables)) ofFile.add(name)
  const otherVariables = Object.entries(variables).filter(([name]) => !ofFile.has(name))
  return { ...Object.fromEntries(otherVariables), ...fileVariables, ENV_FILE: file }
}

function parseFile(file: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(file, 'utf8'))
  } catch {
    throw new ConfigFault([`ENV_FILE: ${file} cannot be read`])
  }
}

/** Parses the environment. Throws a ConfigFault that lists every fault. */
export function readConfig(variables: NodeJS.ProcessEnv = presentVariables(), role: Role = 'whole'): Config {
  const definedVariables = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(definedVariables)
  const faults = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  faults.push(
    ...(definedVariables.NODE_ENV === 'production'
      ? productionFaults(definedVariables, role)
      : reachFaults(definedVariables)),
  )
  if (role === 'part' && !definedVariables.DATABASE_URL)
    faults.push('DATABASE_URL: is needed by a process that does not start PostgreSQL')
  if (role === 'whole' && definedVariables.DATABASE_URL && !definedVariables.DATABASE_OWNER_URL) {
    faults.push('DATABASE_OWNER_URL: is needed beside DATABASE_URL, for migrations')
  }
  faults.push(...fileServiceFaults(definedVariables), ...mailInFaults(definedVariables))
  if (Boolean(definedVariables.SMTP_URL) !== Boolean(definedVariables.MAIL_FROM))
    faults.push('MAIL_FROM: is needed beside SMTP_URL, and only there')
  if (!parsed.success || faults.length > 0) throw new ConfigFault(faults)
  const env = parsed.data
  const production = env.NODE_ENV === 'production'
  return {
    production,
    port: env.PORT,
    host: env.HOST,
    publicUrl: new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`),
    dataDir: env.DATA_DIR ?? null,
    databaseUrl: env.DATABASE_URL ?? null,
    databaseOwnerUrl: env.DATABASE_OWNER_URL ?? null,
    databasePool: env.DATABASE_POOL,
    appSecret: env.APP_SECRET ?? developmentSecret('app'),
    appSecretsOld: listed(env.APP_SECRET_OLD),
    reportServiceKey: env.REPORT_SERVICE_KEY ?? developmentSecret('report-service'),
    trustedProxies: listed(env.TRUSTED_PROXIES),
    demoPassword: env.DEMO_PASSWORD ?? null,
    demoWorld: !production && env.DEMO_WORLD !== '0',
    demoExamples: !production && (env.DEMO_WORLD ?? '1') === '1',
    powerBi: { authority: env.POWERBI_AUTHORITY, api: env.POWERBI_API },
    azureManagement: env.AZURE_MANAGEMENT,
    reportService: env.REPORT_SERVICE === '1' && !env.REPORT_SERVICE_URL,
    reportServiceUrl: env.REPORT_SERVICE_URL?.replace(/\/+$/, '') ?? null,
    workers: env.WORKERS,
    runJobs: env.JOBS === '1',
    fileService: env.FILES_S3_ENDPOINT
      ? {
          endpoint: env.FILES_S3_ENDPOINT,
          bucket: env.FILES_S3_BUCKET ?? '',
          region: env.FILES_S3_REGION,
          keyId: env.FILES_S3_KEY_ID ?? '',
          secret: env.FILES_S3_SECRET ?? '',
        }
      : null,
    mail: env.SMTP_URL && env.MAIL_FROM ? { url: env.SMTP_URL, from: env.MAIL_FROM } : null,
    mailIn: mailInFrom(env),
    pushContact: env.PUSH_CONTACT ?? null,
    mailPrivateHosts: env.MAIL_PRIVATE_HOSTS,
    providerPrivateHosts: env.PROVIDER_PRIVATE_HOSTS,
    postalCodeService: env.POSTAL_CODE_SERVICE ?? null,
    importRows: env.IMPORT_MAX_ROWS,
    retentionBounds: readBounds(env.RETENTION_BOUNDS) ?? retentionBounds,
    dnsServers: env.DNS_SERVERS === 'none' ? null : listed(env.DNS_SERVERS),
    logLevel: env.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    logRequests: env.LOG_REQUESTS,
    metricsToken: env.METRICS_TOKEN ?? null,
    certificateToken: env.CERTIFICATE_TOKEN ?? null,
  }
}

function mailInFrom(env: z.output<typeof environment>): MailIn | null {
  if (!env.MAIL_IN_DOMAIN) return null
  const { MAIL_IN_SMTP_PORT: port, MAIL_IN_SMTP_HOST: host, MAIL_IN_SMTP_KEY: key, MAIL_IN_SMTP_CERT: cert } = env
  return {
    domain: env.MAIL_IN_DOMAIN,
    localPart: env.MAIL_IN_LOCAL_PART,
    smtp: port ? { port, host, tls: key && cert ? { key, cert } : null } : null,
    imapUrl: env.MAIL_IN_IMAP_URL ?? null,
    authServer: env.MAIL_IN_AUTH_SERVER?.toLowerCase() ?? null,
  }
}

const written = z.toJSONSchema(environment, { io: 'input' }).properties

/** The manual: each variable with its meaning and default (empty: none). A test compares it with `docs/operating.md`. */
export const documentedVariables = Object.entries(environment.shape).map(([name, schema]) => ({
  name,
  meaning: schema.description ?? '',
  standard: String(Object(written?.[name]).default ?? ''),
}))

/** Values that the supervisor sets for its child processes. */
export type PartSurroundings = {
  databaseUrl: string
  dataDir: string
  publicUrl: URL
  reportServiceUrl: string | null
  /** True when the process runs jobs. */
  runsJobs: boolean
}

/** The environment of a child process: the portal's variables without those that only the parent needs. */
export function childEnvironment(
  surroundings: PartSurroundings,
  variables: NodeJS.ProcessEnv = presentVariables(),
): NodeJS.ProcessEnv {
  const withheld = new Set(['ENV_FILE', 'DATABASE_OWNER_URL', 'DEMO_PASSWORD', 'REPORT_SERVICE_KEY', 'WORKERS'])
  // Outside production, HOST or PUBLIC_URL may require the report service key, so a child process keeps it.
  if (variables.NODE_ENV !== 'production') withheld.delete('REPORT_SERVICE_KEY')
  const own = Object.keys(environment.shape).filter((name) => variables[name] !== undefined && !withheld.has(name))
  return {
    ...inheritedEnvironment(variables),
    // Variables of Node: certificates for the mail server, memory limits.
    NODE_EXTRA_CA_CERTS: variables.NODE_EXTRA_CA_CERTS,
    NODE_OPTIONS: variables.NODE_OPTIONS,
    ...Object.fromEntries(own.map((name) => [name, variables[name]])),
    DATABASE_URL: surroundings.databaseUrl,
    DATA_DIR: surroundings.dataDir,
    PUBLIC_URL: surroundings.publicUrl.origin,
    REPORT_SERVICE: '0',
    REPORT_SERVICE_URL: surroundings.reportServiceUrl ?? '',
    JOBS: surroundings.runsJobs ? '1' : '0',
  }
}

/** The variables that any child process needs to run. None of them configures the portal. */
export function inheritedEnvironment(variables: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, NODE_ENV, NODE_COMPILE_CACHE } = variables
  return { PATH, HOME, TMPDIR, NODE_ENV, NODE_COMPILE_CACHE }
}
