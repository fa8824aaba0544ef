// The body of a call that brings a file: multipart/form-data, read only after the permission was checked and in a place, one file at the most.
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { upload } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import type { Actor } from '../session/actor.ts'
import { createBulkhead } from '../bulkhead.ts'

const limits = {
  fileSize: upload.bytes,
  files: 1,
  fields: 10,
  fieldSize: 2_000,
  parts: 11,
  headerPairs: 20,
  fieldNameSize: 100,
}

/** A scope of its own: no other call takes multipart, which a foreign page could send without asking (A10). */
export function admitUploads(app: FastifyInstance, bind: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    await scope.register(multipart, { limits })
    bind(scope)
  })
}

const places = createBulkhead({ atOnce: upload.atOnce, reservedPerCaller: upload.reservedPerTenant, retryAfter: 5 })

/** Answers an upload in a place of its business unit. Without one it is refused with its body unread: what waits would wait in memory. */
export const withPlace = <T>({ tenantId, partnerId, userId }: Actor, work: () => Promise<T>): Promise<T> =>
  places.run(tenantId ?? partnerId ?? userId, work)

/** Reads fields and file; the fields become the request's body. Failures of the parser have HTTP codes of their own (413). */
export async function takeUpload(request: FastifyRequest): Promise<Uint8Array> {
  if (!request.isMultipart()) fail('call.invalid', { fields: { file: 'required' } })
  const { fields, bytes } = await readParts(request)
  if (bytes === null || bytes.length === 0) fail('call.invalid', { fields: { file: 'required' } })
  request.body = fields
  return bytes
}

async function readParts(request: FastifyRequest) {
  const fields: Record<string, unknown> = {}
  let bytes: Uint8Array | null = null
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields[part.fieldname] = part.value
      else bytes = await part.toBuffer()
    }
  } catch (error) {
    // A body that is torn or ends in the middle is the sender's fault, whatever the parser throws.
    if (error instanceof Error && 'statusCode' in error) throw error
    fail('call.invalid')
  }
  return { fields, bytes }
}
