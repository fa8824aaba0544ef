// The body of an upload: multipart/form-data with at most one file. It is read after the permission check, and only in a bulkhead slot.
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

/** A separate scope: other calls refuse multipart, which a foreign page could send without a CORS preflight (A10). */
export function admitUploads(app: FastifyInstance, bind: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    await scope.register(multipart, { limits })
    bind(scope)
  })
}

const slots = createBulkhead({ atOnce: upload.atOnce, reservedPerCaller: upload.reservedPerTenant, retryAfter: 5 })

/** Time to send the answer to an upload that has lost its slot. Then its connection ends. */
const answerMs = 1_000

/**
 * Runs an upload in a slot of its business unit. Without a slot it is refused before its body is read into memory. When slow uploads of
 * other business units hold all slots, the oldest upload of the one with most slots is answered with 503, and its connection
 * ends.
 */
export const withUploadSlot = <T>(
  { tenantId, partnerId, userId }: Actor,
  request: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> =>
  slots.run(tenantId ?? partnerId ?? userId, (lost) => {
    lost.addEventListener('abort', () => setTimeout(() => request.raw.destroy(), answerMs).unref())
    return work()
  })

/** Reads the fields and the file. The fields become the request's body. Errors of the parser have their own HTTP codes (413). */
export async function takeUpload(request: FastifyRequest): Promise<Uint8Array> {
  if (!request.isMultipart()) fail('call.invalid', { fields: { file: 'required' } })
  const { fields, bytes } = await readParts(request)
  if (bytes === null || bytes.length === 0) fail('call.invalid', { fields: { file: 'required' } })
  request.body = fields
  return bytes
}

async function readParts(request: FastifyRequest) {
  const fields = Object.create(null) as Record<string, unknown>
  let bytes: Uint8Array | null = null
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields[part.fieldname] = part.value
      else bytes = await part.toBuffer()
    }
  } catch (error) {
    // A malformed or incomplete body is the sender's fault, whatever error the parser throws.
    if (error instanceof Error && 'statusCode' in error) throw error
    fail('call.invalid')
  }
  return { fields, bytes }
}
