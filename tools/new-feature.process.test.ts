import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkout } from '#platform/server/machine/checkout.ts'
import { checks, environment } from './checks.ts'

const copy = mkdtempSync(join(tmpdir(), 'vitrine-feature-'))
const left = new Set(['node_modules', '.git', 'dist', 'data', 'test-results'])

/** Runs the program and answers its output; throws when it fails. */
function run([program, ...args]: readonly [string, ...string[]]): string {
  try {
    return execFileSync(program, args, { cwd: copy, env: environment, encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`, { cause: error })
  }
}

beforeAll(() => {
  cpSync(checkout, copy, { recursive: true, filter: (path) => !left.has(relative(checkout, path)) })
  symlinkSync(join(checkout, 'node_modules'), join(copy, 'node_modules'))
  run(['node', 'tools/new-feature.ts', 'sales-goals', 'sales-goal', 'Metas de venda|Sales goals|Metas de venta|Objetivos de venda']) // prettier-ignore
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

// Lint takes half a minute for a thousand files. The template has copies in features/, which lint checks already.
it.each(checks.filter(({ name }) => name !== 'lint'))('a new feature passes the check: $name', ({ command }) => {
  // Without the cache of incremental compilation, which the copy shares with the checkout by its link to node_modules.
  const [program, ...args] = command
  expect(run(program === 'tsc' ? ['tsc', ...args, '--incremental', 'false'] : command)).toBeDefined()
})
