// A directory for tests: sends SCIM messages to a test portal with the token of a connection.
import { addConnection } from '#features/people/scim/contract.ts'
import type { TestPortal } from '#testing/portal.ts'
import { masterInNorte } from '#testing/world.ts'

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
export const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
export const searchSchema = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest'
export const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error'

export type Sent = { method?: string; body?: unknown; headers?: Record<string, string | undefined> }
// oxlint-disable-next-line typescript/no-explicit-any -- answers of a foreign protocol
export type Received = { status: number; headers: Record<string, unknown>; text: string; body: any }

/** Connects Norte with a directory. */
export async function connectDirectory(portal: TestPortal) {
  const { body: connection } = await portal.as(masterInNorte).ask(addConnection, {})
  let serial = 0

  async function send(path: string, { method = 'GET', body, headers = {} }: Sent = {}): Promise<Received> {
    const { app } = portal.portal
    const all = {
      host: 'norte.localhost',
      authorization: `Bearer ${connection.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
      ...headers,
    }
    const answer = await app.inject({
      method: method as 'GET',
      url: `/scim/v2${path}`,
      headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)),
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = answer.body
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text,
      body: text.startsWith('{') ? (JSON.parse(text) as unknown) : {},
    }
  }

  /** A person whom nobody has added yet. */
  const person = (part: object = {}) => {
    serial += 1
    const mail = `person${serial}@directory.example`
    return { schemas: [userSchema, enterprise], userName: mail, displayName: `Pessoa ${serial}`, ...part }
  }
  const post = (path: string, body: object) => send(path, { method: 'POST', body })
  const add = async (part: object = {}) => (await post('/Users', person(part))).body
  const addGroup = async (members: readonly string[] = [], part: object = {}) => {
    serial += 1
    const group = { schemas: [groupSchema], displayName: `Equipe ${serial}`, ...part }
    return (await post('/Groups', { ...group, members: members.map((value) => ({ value })) })).body
  }
  const patch = (path: string, ...Operations: object[]) =>
    send(path, { method: 'PATCH', body: { schemas: [patchSchema], Operations } })

  return { connection, send, person, post, add, addGroup, patch }
}

export type TestDirectory = Awaited<ReturnType<typeof connectDirectory>>
