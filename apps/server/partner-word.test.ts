import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('all Portuguese phrases use the same word for a partner', () => {
  const files = globSync('{catalogue,features,platform,apps}/**/phrases/**/pt-*.ts')
  expect(files.length).toBeGreaterThan(20)
  const others = files.filter((file) => /parceira/i.test(readFileSync(file, 'utf8')))
  expect(others).toEqual([])
})
