import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { keyScopes } from '#catalogue/access.ts'
import { apiKeys, idempotency } from '#catalogue/limits.ts'
import { pathOfCall } from '#platform/contract/call.ts'
import { featureRoutes } from '#apps/server/features.ts'
import { checkout } from '../machine/checkout.ts'
import { isOpenToKeys, llmsText } from './llms-text.ts'

const features = featureRoutes({ hosts: {}, embedding: {}, tokens: {} } as never)
const calls = features.flatMap(({ routes }) => routes.map(({ call }) => call))
const guide = readFileSync(join(checkout, 'docs/api.md'), 'utf8')

it('each recipe of docs/api.md names a call that is open to keys, its method and its scope', () => {
  const recipes = [...guide.matchAll(/\(scope `([a-z_.]+)`\)[^]*?```sh\n([^]*?)```/g)]
  expect(recipes).toHaveLength(4)
  for (const [, scope = '', command = ''] of recipes) {
    const path = /example\.com(\/api\/[a-z_/]+)/.exec(command)?.[1]
    const method = command.includes(' -d ') ? 'POST' : 'GET'
    const call = calls.find((each) => pathOfCall(each) === path && each.method === method)
    expect(call, `${method} ${path}`).toBeDefined()
    expect([call?.access, call && isOpenToKeys(call)]).toEqual([scope, true])
    const body = /-d '([^]*?)'/.exec(command)?.[1]
    const withIds = body?.replaceAll('"…"', '"00000001-0000-4000-8000-000000000001"') ?? '{}'
    expect(call?.input.safeParse(JSON.parse(withIds)).success, path).toBe(true)
  }
})

it('the numbers of docs/api.md are those of the catalogue', () => {
  for (const text of [
    `at most ${apiKeys.days} days`,
    `notified ${apiKeys.warnDays.join(' and ')} days`,
    `valid for ${apiKeys.overlapHours} hours`,
    `has ${apiKeys.perMinute} calls a minute`,
    `after ${apiKeys.guesses}\nattempts`,
    `at most ${apiKeys.perUnit} keys, a person at most ${apiKeys.perOwner}`,
    `For ${idempotency.keptHours} hours`,
    `${idempotency.maxAnswer / 1024} kB`,
    `at most ${idempotency.perKey.toLocaleString('en-US')} are stored`,
  ])
    expect(guide).toContain(text)
})

it('llms.txt has each call that is open to keys once, and no other one', () => {
  const text = llmsText(guide, features)
  const listed = [...text.matchAll(/^- `([A-Z]+ \/\S+)`/gm)].map(([, call]) => call)
  const isOnce = new Set(listed).size === listed.length
  const expected = calls.filter(isOpenToKeys).map((call) => `${call.method} ${pathOfCall(call)}`)
  expect(isOnce).toBe(true)
  expect(new Set(listed)).toEqual(new Set(expected))
  expect(new Set(calls.filter(isOpenToKeys).map(({ access }) => access)).size).toBe(keyScopes.length)
  expect(text).toContain('(/api/openapi.json)')
})
