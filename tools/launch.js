import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { checkout } from './setup.js'

/** Node keeps compiled files here: the next start takes a quarter less time. Processes that the program starts use it too. */
const compileCache = join(checkout, 'node_modules', '.cache', 'compiled')

/**
 * Runs a TypeScript file of this checkout with Node 24 in place of this process: same terminal, same signals, same exit code.
 * @param {string} node
 * @param {string} file path from the checkout
 * @param {string[]} args
 */
export function launch(node, file, args) {
  // Node is started by its path: a shell caches the first `node` of PATH, so PATH could lead to the old one.
  // The program gets its own session, so that it gets Ctrl-C once, from here. The channel shows it when this process is killed.
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', file, ...args], {
    cwd: checkout,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: true,
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env },
  })
  forwardSignals(child)
  child.on('error', (error) => {
    console.error(`${node} does not run: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}

/** A terminal sends Ctrl-C to npm and to this process, and npm forwards it: a second signal within a second is dropped. */
function forwardSignals(child) {
  let last = -Infinity
  const forward = (signal) => {
    if (performance.now() - last < 1000) return
    last = performance.now()
    child.kill(signal)
  }
  process.on('SIGINT', () => forward('SIGINT'))
  process.on('SIGTERM', () => forward('SIGTERM'))
  process.on('SIGHUP', () => forward('SIGTERM'))
  // A killed npm would leave this process running, with no way to stop it. A program started by hand in the background of a shell
  // continues when the shell ends.
  if (!process.env.npm_lifecycle_event) return
  const [parent, npm] = [process.ppid, npmAbove(process.ppid)]
  const isAlone = () => process.ppid !== parent || (npm !== null && parentOf(parent) !== npm)
  setInterval(() => isAlone() && forward('SIGTERM'), 1000).unref()
}

/**
 * npm runs a script as `sh -c script`. Some shells replace themselves by the script's only command, then npm is our parent. Otherwise the
 * shell is, and it would outlive a killed npm: this answers the process id of npm. Null when our parent is npm, and on systems without /proc.
 */
function npmAbove(parent) {
  const [, flag] = readProcess(parent, 'cmdline').split('\0')
  return flag === '-c' ? parentOf(parent) : null
}

/** The fourth field of `/proc/<pid>/stat`, after the name in brackets, which may contain spaces; null without such a process. */
function parentOf(pid) {
  const stat = readProcess(pid, 'stat')
  return stat === '' ? null : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

function readProcess(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
