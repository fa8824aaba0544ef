// Clients that keep their connections, like browsers and proxies, and count failed requests. The hardest case for a restart.
import { Agent, request } from 'node:http'

export type Tally = { answered: number; failed: string[] }

type Asked = { host: string; token: string; path: string }

/**
 * Each client sends its next request after each answer, over the same connection, until stopped. Any status but 200 is a failure. A client
 * that waited 2 s for a database connection and was told when to come again (503, connection-shares.ts) does so: a machine without a free
 * processor is no fault of a restart, whose failures come at once.
 */
export function keepAsking(port: number, callers: Asked[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: callers.length })
  const tally: Tally = { answered: 0, failed: [] }
  const ending = new AbortController()
  const clients = callers.map(async (caller) => {
    while (!ending.signal.aborted) {
      const { said, isOverload } = await askOnce(port, agent, caller)
      if (said === '200') tally.answered++
      else if (!isOverload) tally.failed.push(said)
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

const longestWaitMs = 2_000

type Answered = { said: string; isOverload: boolean }

/** `said`: the status, or the error message when there is no answer. */
function askOnce(port: number, agent: Agent, { host, token, path }: Asked): Promise<Answered> {
  const headers = { host: `${host}:${port}`, authorization: `Bearer ${token}` }
  const begun = performance.now()
  return new Promise((resolve) => {
    const fail = ({ message }: Error) => resolve({ said: message, isOverload: false })
    const asked = request({ host: '127.0.0.1', port, path, headers, agent }, (answer) => {
      const { statusCode, headers: sent } = answer
      const hasWaited = performance.now() - begun >= longestWaitMs
      const isOverload = statusCode === 503 && sent['retry-after'] !== undefined && hasWaited
      answer
        .on('end', () => resolve({ said: String(statusCode), isOverload }))
        .on('error', fail)
        .resume()
    })
    asked.on('error', fail).end()
  })
}
