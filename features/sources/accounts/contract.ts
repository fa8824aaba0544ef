// Embedding accounts: credentials at a report-embedding service. An account belongs to a partner, whose business units may use it, or to
// one business unit. Next: ../workspaces/contract.ts (workspaces of an account), server/commands.ts (calls to the service).
import { z } from 'zod'
import { flag, id, instant, optionalText, text } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { exportCall } from '#platform/contract/export.ts'
import { added, can, done, listAnswer, listInput } from '#platform/contract/list.ts'
import { renamed } from '#platform/contract/wire.ts'

/** `powerbi`: Microsoft's service. `local`: the embedded report service. */
export const accountKinds = ['powerbi', 'local'] as const
export type AccountKind = (typeof accountKinds)[number]

/** The wire's names of fields (specification, section 3). */
export const accountWireNames = {
  directory_id: 'id_directory',
  app_id: 'id_app',
  object_id: 'id_object',
  azure_workspace_id: 'workspace_id',
  capacity_name: 'feature_name',
  capacity_size: 'size',
} as const
const wireNames = accountWireNames

/**
 * Microsoft: the directory is a GUID or a domain name, the application a GUID. The local service accepts plain names for both.
 * Labels are separated by single dots: `..` would change the path of the token address.
 */
const directoryName = () =>
  z
    .string()
    .trim()
    .max(100)
    .regex(/^[\w-]+(?:\.[\w-]+)*$/)

/** An id of Azure, which is a GUID, or null. */
const azureId = () =>
  optionalText(36).refine((value) => value === null || /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value))

const fields = {
  name: text(80),
  kind: z.enum(accountKinds),
  directory_id: directoryName(),
  app_id: directoryName(),
  object_id: optionalText(100),
  // The license capacity at Azure.
  subscription_id: azureId(),
  azure_workspace_id: azureId(),
  resource_group: optionalText(90),
  capacity_name: optionalText(63),
  capacity_size: optionalText(20),
}

/** `text` trims the blanks around a pasted secret. */
const secret = () => text(500)
/** The new secret; absent or null: the stored secret stays. */
const newSecret = secret().nullable().optional()

/** An account in lists and forms. Of an account of the partner, a business unit sees only the name: the ids are null. */
export const accountRow = renamed(
  {
    id: id(),
    name: z.string(),
    kind: z.enum(accountKinds),
    owner: z.enum(['partner', 'tenant']),
    directory_id: z.string().nullable(),
    app_id: z.string().nullable(),
    object_id: z.string().nullable(),
    subscription_id: z.string().nullable(),
    azure_workspace_id: z.string().nullable(),
    resource_group: z.string().nullable(),
    capacity_name: z.string().nullable(),
    capacity_size: z.string().nullable(),
    secret: z.null(),
    secret_set: flag(),
    workspaces: z.number().int(),
    created_at: instant(),
    version: z.number().int(),
    can,
  },
  wireNames,
)

/** The fields of a new account, which may leave out the capacity. */
const { subscription_id, azure_workspace_id, resource_group, capacity_name, capacity_size, ...needed } = fields
const capacity = { subscription_id, azure_workspace_id, resource_group, capacity_name, capacity_size }

export const accountChange = renamed({ ...needed, ...z.object(capacity).partial().shape, secret: secret() }, wireNames)

export const listAccounts = call({
  method: 'GET',
  path: 'auth/powerbi/all',
  summary: 'Embedding accounts that the session may use, without their secrets.',
  access: 'embedding_account.read',
  screens: ['powerbi', 'powerbi/workspace'],
  does: 'read',
  input: listInput(['name', 'kind', 'created_at'], { kind: z.enum(accountKinds).optional() }),
  answers: listAnswer(accountRow),
})

export const exportAccounts = exportCall(listAccounts)

export const selectAccounts = call({
  method: 'GET',
  path: 'auth/powerbi/all/select',
  summary: 'The first accounts whose name contains a text, to choose from.',
  access: 'embedding_account.read',
  does: 'read',
  input: listInput(['name'], {}).pick({ search: true }),
  answers: z.array(z.object({ value: id(), label: z.string(), kind: z.enum(accountKinds) })),
})

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
  summary: 'Adds an account. At a partner’s host it belongs to the partner, otherwise to the business unit.',
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
    'Changes an account; absent fields stay unchanged. Another service or application requires the secret. Another service, application or directory revokes the embed tokens, and readers’ open reports get new ones.',
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
  summary: 'Removes an account without workspaces.',
  access: 'embedding_account.remove',
  does: 'write',
  audit: 'embedding_account.removed',
  input: z.object({ id: id() }),
  answers: done,
})

/** Steps of a connection test, in order. */
export const connectionSteps = ['authority', 'token', 'api', 'permission', 'workspaces'] as const
export type ConnectionStepName = (typeof connectionSteps)[number]

/** Causes of a failed step that a person can act on. */
export const connectionProblems = ['credentials', 'refused', 'busy', 'unreachable', 'empty'] as const
export type ConnectionProblem = (typeof connectionProblems)[number]

export const connectionStep = z.object({
  step: z.enum(connectionSteps),
  state: z.enum(['passed', 'failed', 'skipped']),
  problem: z.enum(connectionProblems).nullable(),
  /** The service's own error code, such as `AADSTS7000215`; never a sentence. */
  reason: z.string().nullable(),
  /** The sentence for the reason, in the caller's language. */
  message: z.string().nullable(),
})
export type ConnectionStep = z.output<typeof connectionStep>

export const testAccount = call({
  method: 'POST',
  path: 'auth/powerbi/test',
  summary: 'Tests each step from the sign-in host to the workspaces and names the failed one. Stores nothing.',
  access: 'embedding_account.update',
  does: 'outside',
  audit: 'embedding_account.tested',
  input: renamed(
    {
      /** Id of a stored account, whose secret is used if none is sent; null for a new account. */
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
