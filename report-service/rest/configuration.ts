import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import type { GivenPrincipal, GivenWorkspace } from './provision.ts'

/** The parsed environment of the process. */
export type Configuration = {
  /** Port to listen on. 0 selects any free port. */
  port: number
  /** Address to listen on. Only the portal's processes may reach it: the REST API is not for browsers. */
  host: string
  dataFolder: string
  publicUrl: string
  allowedOrigins: string[]
  signingKey: string
  principals: GivenPrincipal[]
  workspaces: GivenWorkspace[]
  /** True if the process must exit when its standard input closes, that is, when the process that started it ends. */
  isSupervised: boolean
}

/** The project shipped with the service. */
const SAMPLES = fileURLToPath(new URL('../samples', import.meta.url))

const id = z.string().regex(/^[\w.-]{1,100}$/, 'is not an id')
const principal = z.intersection(
  z.object({ directoryId: id, appId: id, name: z.string().min(1) }),
  z.union([
    z.object({ secret: z.string().min(16, 'needs 16 characters at least') }),
    z.object({ secretHash: z.string().regex(/^scrypt\$[^$]+\$[^$]+$/, 'is not a hash of ours') }),
  ]),
)
/** A report with some pages of a sample report, under a name of its own. */
const excerpt = z.object({ of: id, name: z.string().min(1), pages: z.array(id).min(1) })
const sample = z.object({
  workspaceId: z.uuid(),
  name: z.string().min(1),
  members: z.array(id),
  reports: z.array(excerpt).optional(),
})

const origin = z
  .string()
  .regex(
    /^https?:\/\/(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/i,
    'is not an origin such as https://portal.example.com',
  )

const shape = z.object({
  /** Address to listen on. Use another than the loopback address only if servers on other machines call it over a private network. */
  REPORT_SERVICE_HOST: z.string().min(1).default('127.0.0.1'),
  /** Port to listen on. 0 selects any free port. */
  REPORT_SERVICE_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /** Folder for models, reports and catalogue. */
  REPORT_SERVICE_DATA: z.string().min(1),
  /** Public address of the service for browsers. */
  REPORT_SERVICE_PUBLIC_URL: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, '')),
  /** Origins of the pages that may embed a report, separated by spaces. */
  REPORT_SERVICE_ALLOWED_ORIGINS: z
    .string()
    .default('')
    .transform((text) => text.split(/\s+/).filter((word) => word !== ''))
    .pipe(z.array(origin)),
  /** Key that signs tokens: at least 32 characters, the same for all processes that share a data folder. */
  REPORT_SERVICE_SIGNING_KEY: z.string().min(32, 'needs 32 characters at least'),
  /** JSON: `[{ directoryId, appId, name, secret | secretHash }]`. */
  REPORT_SERVICE_PRINCIPALS: list(principal),
  /**
   * JSON: `[{ workspaceId, name, members: [appId …], reports?: [{ of, name, pages }] }]`. These workspaces get the sample project at the
   * first start: all its reports, or the excerpts in `reports`.
   */
  REPORT_SERVICE_SAMPLES: list(sample),
  /** `1`: exit when standard input closes. */
  REPORT_SERVICE_SUPERVISED: z.enum(['0', '1']).default('0'),
})

/** Schema for a list in JSON text. Missing or empty text means an empty list. */
function list<Item extends z.ZodType>(item: Item) {
  return z
    .string()
    .default('')
    .transform((text, context): unknown => {
      try {
        return text.trim() === '' ? [] : JSON.parse(text)
      } catch {
        context.addIssue({ code: 'custom', message: 'is not JSON' })
        return z.NEVER
      }
    })
    .pipe(z.array(item))
}

/** Throws one Error that lists all invalid variables by name and repeats no value. */
export function parseConfiguration(environment: Record<string, string | undefined>): Configuration {
  const result = shape.safeParse(environment)
  if (!result.success) {
    const faults = result.error.issues.map((issue) => `${issue.path.map(String).join('.')} ${issue.message}`)
    throw new Error(`The report service cannot start: ${faults.join('; ')}`)
  }
  const read = result.data
  return {
    port: read.REPORT_SERVICE_PORT,
    host: read.REPORT_SERVICE_HOST,
    dataFolder: read.REPORT_SERVICE_DATA,
    publicUrl: read.REPORT_SERVICE_PUBLIC_URL,
    allowedOrigins: read.REPORT_SERVICE_ALLOWED_ORIGINS,
    signingKey: read.REPORT_SERVICE_SIGNING_KEY,
    principals: read.REPORT_SERVICE_PRINCIPALS,
    workspaces: read.REPORT_SERVICE_SAMPLES.map(({ workspaceId, name, members, reports }) => ({
      id: workspaceId,
      name,
      members,
      project: SAMPLES,
      excerpts: reports ?? null,
    })),
    isSupervised: read.REPORT_SERVICE_SUPERVISED === '1',
  }
}
