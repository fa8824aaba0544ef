import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('no screen has a clear button of the library’s own, which the keyboard does not reach', () => {
  const root = join(import.meta.dirname, '../../..')
  const files = globSync('{features,platform,apps}/**/*.tsx', { cwd: root })
  const own = files.filter((file) =>
    /(?<!\.\.\.|const )\bclearable\b(?! =)/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(own).toEqual(['platform/web/ui/optional-select.tsx'])
})
