// Accounts at report-embedding services: a partner's, usable by its business units, or a business unit's own.
// A field appears here when its effect exists: what an account's Azure capacity needs comes with the capacities.
// Next: workspaces/contract.ts (what an account may publish from), server/service.ts (how an account is used).
import { z } from 'zod'
import { flag, id, instant, optionalText, text } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { exportCall } from '#platform/contract/export.ts'
import { added, can, done, listAnswer, listInput } from '#platform/contract/list.ts'
import { renamed } from '#platform/contract/wire.ts'

/** `powerbi`: Microsoft's service. `local`: the one that ships with the portal. */
export const accountKinds = ['powerbi', 'local'] as const
export type AccountKind = (typeof accountKinds)[number]

const wireNames = { directory_id: 'id_directory', app_id: 'id_app', object_id: 'id_object' } as const

/** A directory is a GUID or a domain name, an application a GUID; the local service takes plain names for both. */
const directoryName = () =>
  z
    .string()
    .trim()
    .max(100)
    .regex(/^[\w.-]+$/)

const fields = {
  name: text(80),
  kind: z.enum(accountKinds),
  directory_id: directoryName(),
  app_id: directoryName(),
  object_id: optionalText(100),
}

/** Blanks around a pasted secret are never a part of it. */
const secret = () => text(500)
/** Absent or null keeps the present one. */
const newSecret = secret().nullable().optional()

/** The ids are null for a business unit that looks at its partner's account: it knows that one by name only. */
export const accountRow = renamed(
  {
    id: id(),
    name: z.string(),
    kind: z.enum(accountKinds),
    owner: z.enum(['partner', 'tenant']),
    directory_id: z.string().nullable(),
    app_id: z.string().nullable(),
    object_id: z.string().nullable(),
    secret: z.null(),
    secret_set: flag(),
    workspaces: z.number().int(),
    created_at: instant(),
    version: z.number().int(),
    can,
  },
  wireNames,
)

export const accountChange = renamed({ ...fields, secret: secret() }, wireNames)

export const listAccounts = call({
  method: 'GET',
  path: 'auth/powerbi/all',
  summary: 'Accounts at report-embedding services that the session may use; without their secrets.',
  access: 'embedding_account.read',
  screens: ['powerbi', 'powerbi/workspace'],
  does: 'read',
  input: listInput(['name', 'kind', 'created_at'], { kind: z.enum(accountKinds).optional() }),
  answers: listAnswer(accountRow),
})

export const exportAccounts = exportCall(listAccounts)

export const readAccount = call({
  method: 'GET',
  path: 'auth/powerbi/get',
  summary: 'One account, without its secret.',
  access: 'embedding_account.read',
  does: 'read',
  input: z.object({ id: id() }),
  answers: accountRow,
})

export const addAccount = call({
  method: 'POST',
  path: 'auth/powerbi/add',
  summary: 'Adds an account: the partner’s at the partner’s host, else the business unit’s own.',
  access: 'embedding_account.add',
  does: 'write',
  audit: 'embedding_account.added',
  input: accountChange,
  answers: added,
})

export const updateAccount = call({
  method: 'PUT',
  path: 'auth/powerbi/update',
  summary:
    'Changes an account; absent fields stay as they are. Another service or application needs its secret beside it. Under another one, or in another directory, what readers have open from it is opened anew.',
  access: 'embedding_account.update',
  does: 'outside',
  audit: 'embedding_account.updated',
  input: renamed(
    { id: id(), version: z.number().int(), ...z.object(fields).partial().shape, secret: newSecret },
    wireNames,
  ),
  answers: done,
})

export const removeAccount = call({
  method: 'DELETE',
  path: 'auth/powerbi/delete',
  summary: 'Removes an account that no workspace is published from.',
  access: 'embedding_account.remove',
  does: 'write',
  audit: 'embedding_account.removed',
  input: z.object({ id: id() }),
  answers: done,
})

/** The way from the portal to the reports, in order. */
export const connectionSteps = ['authority', 'token', 'api', 'permission', 'workspaces'] as const
export type ConnectionStepName = (typeof connectionSteps)[number]

/** Why a step failed, as far as a person can act on it. */
export const connectionProblems = ['credentials', 'refused', 'busy', 'unreachable', 'empty'] as const
export type ConnectionProblem = (typeof connectionProblems)[number]

export const connectionStep = z.object({
  step: z.enum(connectionSteps),
  state: z.enum(['passed', 'failed', 'skipped']),
  problem: z.enum(connectionProblems).nullable(),
  /** The service's own code, for whoever looks it up: `AADSTS7000215`. One word, never a sentence. */
  reason: z.string().nullable(),
  /** In the caller's language. */
  message: z.string().nullable(),
})
export type ConnectionStep = z.output<typeof connectionStep>

export const testAccount = call({
  method: 'POST',
  path: 'auth/powerbi/test',
  summary: 'Walks from the sign-in host to the workspaces and names the step that failed. Stores nothing.',
  access: 'embedding_account.update',
  does: 'outside',
  audit: 'embedding_account.tested',
  input: renamed(
    {
      /** Of a stored account, whose secret is used when none is sent; null for one that is being added. */
      id: id().nullable().optional(),
      kind: fields.kind,
      directory_id: fields.directory_id,
      app_id: fields.app_id,
      secret: newSecret,
    },
    wireNames,
  ),
  answers: z.object({ status: z.boolean(), steps: z.array(connectionStep) }),
})
