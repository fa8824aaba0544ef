import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import type { GivenPrincipal, GivenWorkspace } from './settle.ts'

/** The parsed environment of the process. */
export type Configuration = {
  /** 0 takes any free port. */
  port: number
  /** Only an address that nobody but the portal's processes reaches: the REST calls are not for browsers. */
  host: string
  dataFolder: string
  publicUrl: string
  allowedOrigins: string[]
  signingKey: string
  principals: GivenPrincipal[]
  workspaces: GivenWorkspace[]
  /** Ends when its standard input closes, that is with the process that started it. */
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
const sample = z.object({ workspaceId: z.uuid(), name: z.string().min(1), members: z.array(id) })

const origin = z
  .string()
  .regex(
    /^https?:\/\/(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/i,
    'is not an origin such as https://portal.example.com',
  )

const shape = z.object({
  /** The address it listens at; the loopback one unless servers of other machines ask it over a private network. */
  REPORT_SERVICE_HOST: z.string().min(1).default('127.0.0.1'),
  /** Its port there; 0 takes any that is free. */
  REPORT_SERVICE_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /** Folder for models, reports and catalogue. */
  REPORT_SERVICE_DATA: z.string().min(1),
  /** Where browsers find the service. */
  REPORT_SERVICE_PUBLIC_URL: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, '')),
  /** Origins of the pages that may show a report, with spaces between. */
  REPORT_SERVICE_ALLOWED_ORIGINS: z
    .string()
    .default('')
    .transform((text) => text.split(/\s+/).filter((word) => word !== ''))
    .pipe(z.array(origin)),
  /** Signs tokens; 32 characters at least, the same for all processes on one data folder. */
  REPORT_SERVICE_SIGNING_KEY: z.string().min(32, 'needs 32 characters at least'),
  /** JSON: `[{ directoryId, appId, name, secret | secretHash }]`. */
  REPORT_SERVICE_PRINCIPALS: list(principal),
  /** JSON: `[{ workspaceId, name, members: [appId …] }]`: workspaces that get the shipped project at the first start. */
  REPORT_SERVICE_SAMPLES: list(sample),
  /** `1`: end when standard input closes. */
  REPORT_SERVICE_SUPERVISED: z.enum(['0', '1']).default('0'),
})

/** JSON text of a list; absent or empty is an empty list. */
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

/** Throws one Error that lists every fault by the variable's name, and repeats no value. */
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
    workspaces: read.REPORT_SERVICE_SAMPLES.map(({ workspaceId, name, members }) => ({
      id: workspaceId,
      name,
      members,
      project: SAMPLES,
    })),
    isSupervised: read.REPORT_SERVICE_SUPERVISED === '1',
  }
}
