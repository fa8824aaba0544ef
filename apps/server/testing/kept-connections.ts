// Callers that keep their connections, as browsers and proxies do, and count what went wrong: the hardest guests of a restart.
import { Agent, request } from 'node:http'

export type Tally = { answered: number; failed: string[] }

type Asked = { host: string; token: string; path: string }

/** Each caller asks again as soon as it has its answer, over the connection it has, until stopped. What is not 200 has failed. */
export function keepAsking(port: number, callers: Asked[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: callers.length })
  const tally: Tally = { answered: 0, failed: [] }
  const ending = new AbortController()
  const lanes = callers.map(async (caller) => {
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
      await Promise.all(lanes)
      agent.destroy()
      return tally
    },
  }
}

/** The status, or what became of it instead of an answer. */
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
