import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

test('no file of the browser describes a schema in JSON Schema: the build leaves that code out', () => {
  const files = globSync('{apps,catalogue,features,platform,powerbi}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/(^|\/)(server|testing|node_modules)\/|\.test\.tsx?$/.test(file),
  )
  expect(files).toContain('platform/web/pages/field-kind.ts')
  expect(files.filter((file) => readFileSync(join(root, file), 'utf8').includes('toJSONSchema'))).toEqual([])
})
