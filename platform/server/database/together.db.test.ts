import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testPortal } from '#testing/portal.ts'
import { together } from './together.ts'

const portal = testPortal()

it('statements run in the order of their calls, however they are built', async () => {
  const [, first, , second] = await portal.platform((db) => {
    const present = db.selectNoFrom(sql<string>`current_setting('app.step', true)`.as('step'))
    return together([
      sql`select set_config('app.step', 'one', true)`.execute(db),
      present.executeTakeFirstOrThrow(),
      sql`select set_config('app.step', 'two', true)`.execute(db),
      present.execute(),
    ])
  })
  expect([first, second]).toEqual([{ step: 'one' }, [{ step: 'two' }]])
})

it('after a failure, waits for the other work and throws the first failure: nothing runs after the rollback', async () => {
  const ended: string[] = []
  const twoSteps = portal.platform((db) =>
    together([
      sql`select 1 / 0`.execute(db),
      (async () => {
        await new Promise((resolve) => setTimeout(resolve, 50))
        await sql`select 1`.execute(db).catch(() => ended.push('refused in the failed transaction'))
      })(),
    ]),
  )
  await expect(twoSteps).rejects.toThrow('division by zero')
  expect(ended).toEqual(['refused in the failed transaction'])
})

it('a statement that failed is prepared again on the same connection', async () => {
  const failing = () =>
    portal.platform((db) => together([sql`select 1 / 0`.execute(db), sql`select 'prepared later' as text`.execute(db)]))
  await expect(failing()).rejects.toThrow('division by zero')
  for (let time = 0; time < 8; time++) {
    const { rows } = await portal.platform((db) => sql`select 'prepared later' as text`.execute(db))
    expect(rows).toEqual([{ text: 'prepared later' }])
  }
})
