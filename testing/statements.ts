// The statements that a test portal sends to PostgreSQL for one request.
import pg from 'pg'
import { vi } from 'vitest'
import { presentTrace } from '#platform/server/trace.ts'

const realQuery = Reflect.get(pg.Client.prototype, 'query') as (...queryArguments: unknown[]) => unknown

/** The texts of the statements of the request, in their order. Statements of other requests and of jobs are left out. */
export async function statementsOf(request: () => Promise<{ headers: Record<string, unknown> }>): Promise<string[]> {
  const sent: { trace: string | undefined; text: string }[] = []
  const query = vi.spyOn(pg.Client.prototype, 'query')
  query.mockImplementation(function (this: pg.Client, ...queryArguments: unknown[]) {
    const [statement] = queryArguments as [string | { text: string }]
    sent.push({ trace: presentTrace(), text: typeof statement === 'string' ? statement : statement.text })
    return Reflect.apply(realQuery, this, queryArguments)
  })
  try {
    const { headers } = await request()
    return sent.filter(({ trace }) => trace === headers['trace-id']).map(({ text }) => text)
  } finally {
    query.mockRestore()
  }
}
