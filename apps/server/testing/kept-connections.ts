// Clients that keep their connections, like browsers and proxies, and count failed requests. The hardest case for a restart.
import { Agent, request } from 'node:http'
import { isOverload } from './portal-calls.ts'

export type Tally = { answered: number; failed: string[] }

type CallTarget = { host: string; token: string; path: string }

/**
 * Each client sends its next request after each answer, over the same connection, until stopped. Any status but 200 is a failure, except
 * for an overload: such a client asks again.
 */
export function keepAsking(port: number, callers: CallTarget[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: callers.length })
  const tally: Tally = { answered: 0, failed: [] }
  const ending = new AbortController()
  const clients = callers.map(async (caller) => {
    while (!ending.signal.aborted) {
      const { said, isAskedAgain } = await askOnce(port, agent, caller)
      if (said === '200') tally.answered++
      else if (!isAskedAgain) tally.failed.push(said)
    }
  })
  return {
    tally,
    stop: async () => {
      ending.abort()
      await Promise.all(clients)
      agent.destroy()
      return tally
    },
  }
}

type Answered = { said: string; isAskedAgain: boolean }

/** `said`: the status, or the error message when there is no answer. */
function askOnce(port: number, agent: Agent, { host, token, path }: CallTarget): Promise<Answered> {
  const headers = { host: `${host}:${port}`, authorization: `Bearer ${token}` }
  const begun = performance.now()
  return new Promise((resolve) => {
    const fail = ({ message }: Error) => resolve({ said: message, isAskedAgain: false })
    const clientRequest = request({ host: '127.0.0.1', port, path, headers, agent }, (answer) => {
      const { statusCode: status = 0, headers: received } = answer
      const isAskedAgain = isOverload({ status, headers: received, afterMs: performance.now() - begun })
      answer
        .on('end', () => resolve({ said: String(status), isAskedAgain }))
        .on('error', fail)
        .resume()
    })
    clientRequest.on('error', fail).end()
  })
}
