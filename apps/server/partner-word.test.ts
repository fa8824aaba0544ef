import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('a partner has one name in Portuguese, whatever screen says it', () => {
  const files = globSync('{catalogue,features,platform,apps}/**/phrases/**/pt-*.ts')
  expect(files.length).toBeGreaterThan(20)
  const others = files.filter((file) => /parceira/i.test(readFileSync(file, 'utf8')))
  expect(others).toEqual([])
})
