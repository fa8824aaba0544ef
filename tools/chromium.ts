import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { isRoot } from '#platform/server/machine/data-folder.ts'
import { StartFault } from '#platform/server/machine/start-fault.ts'

/** Flags for a test browser: no sandbox (root cannot use it), no background requests. */
export const chromiumFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]

/** The flags of a browser for tests. Tests open each page a few times: optimised machine code would cost more time than it saves. */
export const testFlags = [...chromiumFlags, '--js-flags=--no-opt']

/** The shell without windows comes first: it takes a third less processor time, and the journeys' time is the browser's. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macApplications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The browser of this machine: CHROMIUM_PATH, or the first of `names` that is found; null when there is none. */
export function findChromium(): string | null {
  const named = process.env['CHROMIUM_PATH']
  if (named) return named
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
  const candidates = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...macApplications]
  return candidates.find((path) => existsSync(path)) ?? null
}

/**
 * The browser of this machine. It is installed if possible (Debian and its derivatives, as root).
 * @throws StartFault with instructions.
 */
export function provideChromium(say: (line: string) => void): string {
  const found = findChromium() ?? (isRoot && existsSync('/usr/bin/apt-get') ? installWithApt(say) : null)
  if (found !== null && existsSync(found)) return found
  throw new StartFault(
    found === null
      ? 'No Chromium or Chrome was found for the browser tests: install one, or name it in CHROMIUM_PATH.'
      : `CHROMIUM_PATH names ${found}, and there is no such file.`,
  )
}

/** Older releases have no package of the shell alone. */
function installWithApt(say: (line: string) => void): string | null {
  say('Installing Chromium for the browser tests …')
  apt('update', '-q')
  for (const name of ['chromium-headless-shell', 'chromium']) {
    if (apt('install', '-y', '-q', '--no-install-recommends', name) === 0) break
  }
  return findChromium()
}

function apt(...args: string[]): number | null {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', args, { env, stdio: ['ignore', 'inherit', 'inherit'] }).status
}
