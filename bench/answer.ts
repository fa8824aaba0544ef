import { request } from 'node:http'
import type { Target } from './load.ts'

/** Sends one request and returns the answer, parsed as JSON. */
export function answerOf({ url, headers, body }: Target): Promise<Record<string, unknown>> {
  const isPost = body !== undefined
  const options = {
    method: isPost ? 'POST' : 'GET',
    headers: { ...headers, ...(isPost ? { 'content-type': 'application/json' } : {}) },
  }
  return new Promise((resolve, reject) => {
    const clientRequest = request(url, options, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.on('error', reject).on('end', () => {
        if (answer.statusCode === 200) resolve(JSON.parse(text) as Record<string, unknown>)
        else reject(new Error(`${url}: ${answer.statusCode} ${text}`))
      })
    })
    clientRequest.on('error', reject).end(isPost ? JSON.stringify(body) : undefined)
  })
}
