import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkout } from '#platform/server/machine/checkout.ts'
import { journeysOfFeature, journeysOfTheWhole } from './changed-journeys.ts'
import { browserTestsFor, callTestsFor, featureOf, journeysFor } from './changed-tests.ts'

const all = readdirSync(join(checkout, 'journeys')).flatMap((file) => /^(.+)\.journey\.ts$/.exec(file)?.[1] ?? [])
const named = Object.values(journeysOfFeature).flat()

it('every named journey exists', () => {
  expect([...named, ...journeysOfTheWhole].filter((name) => !all.includes(name))).toEqual([])
})

it('every journey belongs to a feature or to the whole, and not to both', () => {
  const isOfOne = (name: string) => named.includes(name) !== journeysOfTheWhole.includes(name)
  expect(all.filter((name) => !isOfOne(name))).toEqual([])
})

it('a file belongs to the noun of its folder', () => {
  expect(featureOf('features/reports/stage/web/report-print.ts')).toBe('reports/stage')
  expect(featureOf('features/reports/library/server/store.ts')).toBe('reports/library')
  expect(featureOf('features/list.ts')).toBeNull()
  expect(featureOf('platform/web/ui/cover.tsx')).toBeNull()
})

it('a change of the server chooses the call tests of its feature, a change of its pages none', () => {
  const tests = [
    'features/messaging/faq/server/routes.test.ts',
    'features/reports/library/server/routes.test.ts',
    'features/reports/view/server/routes.test.ts',
    'platform/server/session/gate.db.test.ts',
  ]
  expect(callTestsFor(['features/messaging/faq/server/store.ts'], tests)).toEqual([tests[0]])
  expect(callTestsFor(['features/reports/library/contract.ts'], tests)).toEqual([tests[1]])
  expect(
    callTestsFor(['features/messaging/faq/web/faq-page.tsx', 'features/messaging/faq/phrases/es.ts'], tests),
  ).toEqual([])
  expect(callTestsFor(['platform/server/session/gate.ts', 'platform/server/audit.ts'], tests)).toEqual([tests[3]])
})

it('a change chooses the browser tests of its folder', () => {
  const tests = ['platform/web/ui/search-box.browser.test.ts', 'report-service/viewer/viewer.browser.test.ts']
  expect(browserTestsFor(['platform/web/ui/search-box.tsx'], tests)).toEqual([tests[0]])
  expect(browserTestsFor(['report-service/viewer/page/stage.ts'], tests)).toEqual([tests[1]])
  expect(browserTestsFor(['platform/web/theme/brand.ts'], tests)).toEqual([])
})

it('a change chooses the journeys of its feature, each once, and a changed journey itself', () => {
  const changed = [
    'features/business/billing/server/store.ts',
    'features/business/clients/contract.ts',
    'journeys/terms.journey.ts',
  ]
  expect(journeysFor(changed)).toEqual([
    'journeys/billing.journey.ts',
    'journeys/partner-business.journey.ts',
    'journeys/terms.journey.ts',
  ])
})
