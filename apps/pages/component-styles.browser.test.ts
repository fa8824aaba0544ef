import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { buildIfStale } from './build-pages.ts'
import { builtPages } from './built-pages.ts'

const mantine = readFileSync(createRequire(import.meta.url).resolve('@mantine/core/styles.css'), 'utf8')

/** Class names that Mantine makes: `m_` and eight hexadecimal digits. */
const classesIn = (text: string) => new Set(text.match(/\bm_[0-9a-f]{6,8}\b/g))

let folder = ''
beforeAll(async () => {
  await buildIfStale((line) => console.error(line))
  folder = join(builtPages('web')[0] ?? '', 'assets')
})

test('the build has the styles of every Mantine class name that its scripts use', () => {
  const textOf = (ending: string) =>
    readdirSync(folder)
      .filter((file) => file.endsWith(ending))
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .join('\n')
  const styled = classesIn(mantine)
  const used = [...classesIn(textOf('.js'))].filter((name) => styled.has(name))
  expect(used.length).toBeGreaterThan(50)
  const built = classesIn(textOf('.css'))
  expect(used.filter((name) => !built.has(name))).toEqual([])
})
