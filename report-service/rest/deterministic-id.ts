import { createHash } from 'node:crypto'

/**
 * A name-based UUID (RFC 9562 §5.5, version 5): the same namespace and name give the same id on every machine.
 * @example deterministicId(workspaceId, 'report:Sales') // the id of the report Sales published into that workspace
 */
export function deterministicId(namespace: string, name: string): string {
  const space = Buffer.from(namespace.replaceAll('-', ''), 'hex')
  if (space.length !== 16) throw new Error(`${namespace} is not a UUID`)
  const bytes = createHash('sha1').update(space).update(name).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
