// Builds the pages that the servers serve, when their sources have changed since the last build.
// It is not the bundler's configuration (vite.config.ts of each page) and does not watch files.
// Next: built-pages.ts (stored builds), compress-files.ts, narrow-font.ts, pack-client.ts, ../web/vite.config.ts, ../../report-service/viewer/vite.config.ts.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type PageName, clientFile, findBuild, keepBuild, chooseBuild, workshopFor } from './built-pages.ts'
import { compressFiles } from './compress-files.ts'
import { packClient } from './pack-client.ts'
import { inheritedEnvironment } from '#platform/server/config.ts'
import { checkout } from '#platform/server/machine/checkout.ts'
import { StartFault } from '#platform/server/machine/start-fault.ts'

type Page = { name: string; config: string; output: PageName; sources: readonly string[] }

/** Extra sources (a server file that no page imports) only cost a rebuild of a few seconds. A missing source would leave a page stale. */
const pages: readonly Page[] = [
  {
    name: 'portal',
    config: 'apps/web/vite.config.ts',
    output: 'web',
    sources: [
      'apps/pages',
      'apps/web',
      'apps/generated',
      'platform/web',
      'platform/contract',
      'catalogue',
      'features',
      'powerbi/web',
      'client',
    ],
  },
  {
    name: 'report viewer',
    config: 'report-service/viewer/vite.config.ts',
    output: 'viewer',
    sources: ['apps/pages', 'report-service/viewer', 'report-service/report', 'report-service/contract'],
  },
]

/**
 * Makes sure that the newest builds match the sources. Answers the names of the pages that were built.
 * @throws StartFault when a build fails; the bundler's output goes to `log` first.
 */
export async function buildIfStale(log: (line: string) => void): Promise<string[]> {
  const built = []
  for (const page of pages) {
    if (!existsSync(join(checkout, page.config))) continue
    const fresh = findBuild(page.output, fingerprint(page))
    if (fresh) {
      chooseBuild(fresh)
      continue
    }
    await build(page, log)
    built.push(page.name)
  }
  return built
}

/** A hash of the contents and not of times, so that a fresh clone of the same sources needs no new build. */
function fingerprint({ sources }: Page): string {
  const hash = createHash('sha256').update(readFileSync(join(checkout, 'package-lock.json')))
  for (const file of sources.flatMap(filesUnder)) hash.update(`\0${file}\0`).update(readFileSync(join(checkout, file)))
  return hash.digest('hex')
}

function filesUnder(folder: string): string[] {
  if (!existsSync(join(checkout, folder))) return []
  return readdirSync(join(checkout, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => !/\.test\.tsx?$/.test(file) && statSync(join(checkout, file)).isFile())
    .toSorted()
}

async function build(page: Page, log: (line: string) => void): Promise<void> {
  const workshop = workshopFor(page.output)
  const before = fingerprint(page)
  const { code, output } = await runVite(page.config, workshop)
  if (code !== 0 || !existsSync(join(workshop, 'index.html'))) {
    log(output.trimEnd())
    throw new StartFault(
      `The pages of the ${page.name} could not be built (${page.config}): the output above says why.`,
    )
  }
  await compressFiles(workshop)
  if (page.output === 'web') await packClient(join(workshop, clientFile))
  // The sources changed during the build, so the result belongs to neither state.
  if (fingerprint(page) !== before) return build(page, log)
  keepBuild(page.output, before)
}

/** Builds in a separate process: its memory is freed at the end, and its environment changes do not affect this process. */
function runVite(config: string, folder: string): Promise<{ code: number; output: string }> {
  const command = [
    join(checkout, 'node_modules', 'vite', 'bin', 'vite.js'),
    'build',
    '--config',
    config,
    '--outDir',
    folder,
    '--emptyOutDir',
    '--logLevel',
    'warn',
  ]
  const env = { ...inheritedEnvironment(), NODE_ENV: 'production' }
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, { cwd: checkout, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.on('error', (error) => resolve({ code: 1, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

if (import.meta.main) {
  const built = await buildIfStale((line) => console.error(line))
  console.log(built.length === 0 ? 'Every page is up to date.' : `Built: ${built.join(', ')}.`)
}
