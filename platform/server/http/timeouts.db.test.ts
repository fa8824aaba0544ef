import { type AddressInfo, connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { testPortal } from '#testing/portal.ts'
import { httpTimeouts } from './timeouts.ts'

const usual = testPortal()
const impatient = testPortal({
  timeouts: { ...httpTimeouts, requestTimeout: 300, headersTimeout: 200, connectionsCheckingInterval: 50 },
})

/** Everything that the server answers until it closes the connection. The client sends `text` and then nothing more. */
async function answerTo(text: string): Promise<string> {
  const { app } = impatient.portal
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(text)
  let answer = ''
  for await (const bytes of socket) answer += String(bytes)
  return answer
}

describe('time-outs of the HTTP server', () => {
  it('V3: the listening server has them, and keeps idle connections longer than proxies do', () => {
    const { requestTimeout, headersTimeout, keepAliveTimeout } = usual.portal.app.server
    expect({ requestTimeout, headersTimeout }).toEqual({ requestTimeout: 60_000, headersTimeout: 20_000 })
    expect(keepAliveTimeout).toBeGreaterThan(75_000)
  })

  it('V3: a body that does not arrive ends its connection', async () => {
    const start =
      'POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{'
    expect(await answerTo(start)).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('V3: headers that do not arrive end their connection', async () => {
    expect(await answerTo('GET /healthz HTTP/1.1\r\nHost: localhost\r\n')).toMatch(/^HTTP\/1\.1 408 /)
  })
})
