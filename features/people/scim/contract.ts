// The connection of a business unit with a directory that maintains its people by SCIM 2.0. The calls of the directory are
// features/people/scim-resources.
import { z } from 'zod'
import { flag, id, instant } from '#catalogue/fields.ts'
import { columnOfField } from '#features/organisation/custom-fields/contract.ts'
import { call } from '#platform/contract/call.ts'
import { done } from '#platform/contract/list.ts'
import { renamed } from '#platform/contract/wire.ts'

/** The schema of the custom fields of a business unit, an extension of a person. */
export const customSchema = 'urn:vitrine:params:scim:schemas:extension:custom:2.0:User'

/** The attribute of a custom field with its schema. It has the id of the field: a mapping stays when somebody renames the field. */
export const attributeOfField = (fieldId: string) => `${customSchema}:${columnOfField(fieldId)}`

export const connection = renamed(
  {
    id: id(),
    tenant_id: id(),
    /** The URL to enter in the directory. */
    endpoint: z.string(),
    enabled: flag(),
    /** The last letters of the token; the token itself is shown once. */
    token_hint: z.string(),
    /** The end of the overlap after a rotation, during which the old token is accepted as well; null outside of one. */
    old_valid_until: instant().nullable(),
    expires_at: instant().nullable(),
    last_used_at: instant().nullable(),
    version: z.number().int(),
  },
  { enabled: 'enable' },
)

export const readConnections = call({
  method: 'GET',
  path: 'auth/scim/token',
  summary: 'The connection of the business unit with its directory: at most one, without its token.',
  access: 'scim.read',
  does: 'read',
  input: z.object({}),
  answers: z.array(connection),
})

export const addConnection = call({
  method: 'POST',
  path: 'auth/scim/add',
  summary: 'Connects the business unit with a directory. The answer is the only one that shows the token.',
  access: 'scim.manage',
  does: 'write',
  audit: 'scim.added',
  personal: true,
  input: renamed(
    { tenant_id: id().optional(), enabled: flag().default(true), expires_at: instant().nullable().default(null) },
    { enabled: 'enable' },
  ),
  answers: z.object({ status: z.literal(true), id: id(), token: z.string() }),
})

export const updateConnection = call({
  method: 'PUT',
  path: 'auth/scim/update',
  summary: 'Changes the connection. With `rotate` it gets a new token, and the old one stays valid for a day.',
  access: 'scim.manage',
  does: 'write',
  audit: 'scim.updated',
  personal: true,
  input: renamed(
    {
      id: id(),
      version: z.number().int().optional(),
      enabled: flag().optional(),
      expires_at: instant().nullable().optional(),
      rotate: flag().default(false),
    },
    { enabled: 'enable' },
  ),
  answers: z.object({ status: z.literal(true), token: z.string().nullable(), old_valid_until: instant().nullable() }),
})

export const removeConnection = call({
  method: 'DELETE',
  path: 'auth/scim/delete',
  summary: 'Ends the connection. People and groups stay, and are maintained in the portal again.',
  access: 'scim.manage',
  does: 'write',
  audit: 'scim.removed',
  personal: true,
  input: z.object({ id: id() }),
  answers: done,
})
