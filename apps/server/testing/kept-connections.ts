// Clients that keep their connections, like browsers and proxies, and count failed requests. The hardest case for a restart.
import { Agent, request } from 'node:http'

export type Tally = { answered: number; failed: string[] }

type Asked = { host: string; token: string; path: string }

/** Each client sends its next request after each answer, over the same connection, until stopped. Any status but 200 is a failure. */
export function keepAsking(port: number, callers: Asked[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: callers.length })
  const tally: Tally = { answered: 0, failed: [] }
  const ending = new AbortController()
  const clients = callers.map(async (caller) => {
    while (!ending.signal.aborted) {
      const said = await askOnce(port, agent, caller)
      if (said === '200') tally.answered++
      else tally.failed.push(said)
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

/** The status, or the error message when there is no answer. */
function askOnce(port: number, agent: Agent, { host, token, path }: Asked): Promise<string> {
  const headers = { host: `${host}:${port}`, authorization: `Bearer ${token}` }
  return new Promise((resolve) => {
    const asked = request({ host: '127.0.0.1', port, path, headers, agent }, (answer) => {
      answer
        .on('end', () => resolve(String(answer.statusCode)))
        .on('error', (error) => resolve(error.message))
        .resume()
    })
    asked.on('error', (error) => resolve(error.message)).end()
  })
}
