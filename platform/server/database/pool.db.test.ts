import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, inject, it, onTestFinished } from 'vitest'
import { openKeptConnections, openPool } from './pool.ts'

/** An address of the database whose connections begin after `delay` ms, as on a busy machine. */
async function slowAddress(delay: () => number): Promise<string> {
  const database = new URL(inject('ownerUrl'))
  const { hostname, port } = database
  const server = createServer((near) => {
    const timer = setTimeout(() => {
      const far = connect(Number(port), hostname)
      far.on('error', () => near.destroy())
      near.pipe(far).pipe(near)
    }, delay())
    near.on('error', () => clearTimeout(timer))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  database.hostname = '127.0.0.1'
  database.port = String((server.address() as AddressInfo).port)
  return database.href
}

const ask = async (options: { url: string; connectMs?: number }) => {
  const pool = openPool({ max: 1, onError: () => undefined, ...options })
  onTestFinished(() => pool.end())
  return (await pool.query<{ one: number }>('select 1 as one')).rows
}

it('a connection that takes longer than 2 s is refused, unless more time is given, as while the portal starts', async () => {
  const url = await slowAddress(() => 2_500)
  const [refused, patient] = await Promise.allSettled([ask({ url }), ask({ url, connectMs: 20_000 })])
  expect(refused).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('timeout') } })
  expect(patient).toEqual({ status: 'fulfilled', value: [{ one: 1 }] })
})

it('opens the connections that it keeps before they are used, and tries again while the machine is busy', async () => {
  const delays = [2_500, 2_500, 0, 0]
  const url = await slowAddress(() => delays.shift() ?? 0)
  const pool = openPool({ url, max: 3, onError: () => undefined, keep: 2 })
  onTestFinished(() => pool.end())
  await openKeptConnections(pool)
  expect(delays).toEqual([])
  expect(pool.idleCount).toBe(2)
})
