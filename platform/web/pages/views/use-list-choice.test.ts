import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MutationObserver } from '@tanstack/react-query'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readListChoices } from '#platform/contract/list-choice.ts'
import { CallFailure } from '../../client/call-failure.ts'
import { ask, bindClient } from '../../client/client.ts'
import { keyOf } from '../../client/query-keys.ts'
import { makeAnswerCache } from '../../client/use-call.ts'
import type { Column } from '../../ui/column.ts'
import { chosenColumns, keepingOf, visibleColumns } from './use-list-choice.ts'

const column = (key: string, chosenOnly = false): Column<never> => ({ key, title: key, chosenOnly, cell: () => null })
const columns = [column('name'), column('state'), column('badge', true)]
const shown = (chosen: string[] | null) => visibleColumns(columns, chosen).map(({ key }) => key)

test('an optional column is hidden by default; the first column never is', () => {
  expect(shown(null)).toEqual(['name', 'state'])
  expect(shown(['badge'])).toEqual(['name', 'badge'])
})

test('a chosen column is shown on a phone with its title, without changing another list with the same columns', () => {
  const wide = [column('name'), { ...column('badge', true), wideOnly: true }]
  expect(visibleColumns(wide, ['badge'])[1]).toMatchObject({ key: 'badge', wideOnly: false, labelled: true })
  expect(wide[1]).toMatchObject({ wideOnly: true })
})

test('choosing the default columns counts as no choice', () => {
  const chosen = chosenColumns(columns, null, { key: 'badge', on: true })
  expect(chosen).toEqual(['name', 'state', 'badge'])
  expect(chosenColumns(columns, chosen, { key: 'badge', on: false })).toBeNull()
  expect(chosenColumns(columns, chosen, { key: 'state', on: false })).toEqual(['name', 'badge'])
})

describe('keeping', () => {
  type Stored = { list: string; layout: null; columns: string[] | null; views: { name: string }[] }
  const view = { name: 'Mine', query: {}, columns: null, is_default: 'N' }
  let stored: Stored[]
  let asked: string[]
  /** The server answers requests of a method after its promise has resolved. */
  let lines: { GET: Promise<void>; POST: Promise<void> }
  let refused: boolean

  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += String(part)))
    request.on('end', () => {
      const answer = (status: number, value: unknown) =>
        void lines[request.method === 'GET' ? 'GET' : 'POST'].then(() =>
          response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value)),
        )
      asked.push(request.method ?? '')
      if (request.method === 'GET') return answer(200, { data: stored })
      if (refused) return answer(500, { status: 'error' })
      stored = [JSON.parse(body) as Stored]
      answer(200, { status: true })
    })
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  function openList() {
    stored = [{ list: 'page_user', layout: null, columns: null, views: [view] }]
    asked = []
    lines = { GET: Promise.resolve(), POST: Promise.resolve() }
    refused = false
    bindClient({ base: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
    const cache = makeAnswerCache(() => {})
    const queryKey = keyOf(readListChoices, {})
    const read = () => cache.fetchQuery({ queryKey, queryFn: () => ask(readListChoices, {}) })
    const keep = (columns: string[]) => new MutationObserver(cache, keepingOf(cache, 'page_user')).mutate({ columns })
    const shown = () => cache.getQueryData<{ data: Stored[] }>(queryKey)?.data[0]?.columns
    return { cache, queryKey, read, keep, shown }
  }

  test('a change before the arrangement is known keeps the stored views', async () => {
    const { keep } = openList()
    await keep(['name'])
    expect(stored).toEqual([{ list: 'page_user', layout: null, columns: ['name'], views: [view] }])
  })

  test('an answer that was on the way does not replace a change, and changes are stored in their order', async () => {
    const { read, keep, shown } = openList()
    await read()
    const [reading, writing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    lines = { GET: reading.promise, POST: writing.promise }
    const late = read().catch(() => undefined)
    await expect.poll(() => asked).toEqual(['GET', 'GET'])
    const kept = [keep(['name']), keep(['name', 'state'])]
    await expect.poll(shown).toEqual(['name', 'state'])
    reading.resolve()
    await late
    expect(shown()).toEqual(['name', 'state'])
    writing.resolve()
    await Promise.all(kept)
    expect(shown()).toEqual(['name', 'state'])
    expect(stored[0]).toMatchObject({ columns: ['name', 'state'], views: [view] })
  })

  test('asks again after the last change only', async () => {
    const { cache, queryKey, read, keep } = openList()
    await read()
    const refresh = vi.spyOn(cache, 'invalidateQueries')
    await Promise.all([keep(['name']), keep(['name', 'state'])])
    expect(refresh.mock.calls).toEqual([[{ queryKey }]])
  })

  test('a change that could not be stored is asked again', async () => {
    const { cache, queryKey, read, keep } = openList()
    await read()
    refused = true
    await expect(keep(['name'])).rejects.toBeInstanceOf(CallFailure)
    expect(cache.getQueryState(queryKey)?.isInvalidated).toBe(true)
  })
})
