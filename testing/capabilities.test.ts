import { expect, it } from 'vitest'
import { capabilities } from './capabilities.ts'
import { isTested } from './named-tests.ts'

type Registered = { screens: { path: string }[]; publicScreens: { path: string }[] }

/** The dynamic import keeps tsc from checking the source of every screen with the tests. */
const { screens, publicScreens } = (await import(
  new URL('../apps/web/features.ts', import.meta.url).href
)) as Registered

it('the 74 capabilities have each a screen of the portal and a test that exist', () => {
  const paths = new Set([...screens, ...publicScreens].map(({ path }) => path))
  expect(capabilities).toHaveLength(74)
  expect(capabilities.flatMap(([, route]) => (route === null || paths.has(route) ? [] : [route]))).toEqual([])
  expect(capabilities.flatMap(([name, , proof]) => (isTested(proof) ? [] : [`${name}: ${proof[1]}`]))).toEqual([])
})
