import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, inject, it, onTestFinished } from 'vitest'
import { openPool } from './pool.ts'

/** A connection to the database that begins only after `ms`, as on a busy machine. Answers its address. */
async function slowAddress(ms: number): Promise<string> {
  const database = new URL(inject('ownerUrl'))
  const { hostname, port } = database
  const server = createServer((near) => {
    const timer = setTimeout(() => {
      const far = connect(Number(port), hostname)
      far.on('error', () => near.destroy())
      near.pipe(far).pipe(near)
    }, ms)
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
  const url = await slowAddress(2_500)
  const [refused, patient] = await Promise.allSettled([ask({ url }), ask({ url, connectMs: 20_000 })])
  expect(refused).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('timeout') } })
  expect(patient).toEqual({ status: 'fulfilled', value: [{ one: 1 }] })
})
