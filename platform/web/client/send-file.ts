// A call that uploads a file with progress. fetch reports no upload progress, so this uses XMLHttpRequest.
import type { Call, ReceivedOf } from '#platform/contract/call.ts'
import { apiUrl, failureOf, inSession, offline, sessionHeaders } from './client.ts'
import { type CallInput, encodeInput } from './encode-input.ts'

export type SendFileOptions = {
  /** Receives the sent share of the file, from 0 to 1. At 1 the upload is complete and the server still processes the file. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/**
 * Sends a file with the call's input, as multipart/form-data.
 * @throws CallFailure for every refusal and outage; an AbortError when `signal` says so.
 */
export async function sendFile<C extends Call>(
  call: C,
  input: CallInput<C>,
  file: Blob,
  options: SendFileOptions = {},
): Promise<ReceivedOf<C>> {
  return inSession(() => sendOnce(call, input, file, options))
}

async function sendOnce<C extends Call>(call: C, input: CallInput<C>, file: Blob, options: SendFileOptions) {
  const body = new FormData()
  // Fields first: the server reads them before the file.
  for (const [name, value] of Object.entries(encodeInput(call, input) as object)) body.append(name, String(value))
  // The original file name may identify its owner, so it is not sent.
  body.append('file', file, 'file')
  const response = await transmit(call.path, body, options)
  if (!response.ok) throw await failureOf(response)
  return call.answers.parse(await response.json()) as ReceivedOf<C>
}

function transmit(path: string, body: FormData, { onProgress, signal }: SendFileOptions): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest()
    sending.open('POST', apiUrl(path))
    sessionHeaders().forEach((value, name) => sending.setRequestHeader(name, value))
    const stop = () => sending.abort()
    const end = (settle: () => void) => {
      signal?.removeEventListener('abort', stop)
      settle()
    }
    sending.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0))
    sending.addEventListener('load', () => end(() => resolve(responseOf(sending))))
    sending.addEventListener('error', () => end(() => reject(offline())))
    sending.addEventListener('abort', () =>
      end(() => reject(new DOMException('The upload was stopped.', 'AbortError'))),
    )
    signal?.addEventListener('abort', stop)
    if (signal?.aborted) return stop()
    sending.send(body)
  })
}

function responseOf(sent: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const name of ['retry-after', 'trace-id']) {
    const value = sent.getResponseHeader(name)
    if (value !== null) headers.set(name, value)
  }
  return new Response(sent.responseText, { status: sent.status, headers })
}
