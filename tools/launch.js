import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { checkout } from './setup.js'

/**
 * Runs a TypeScript file of this checkout with Node 24, as if it were this process: same terminal, same signals, and its
 * exit code becomes ours.
 * @param {string} node
 * @param {string} file path from the checkout
 * @param {string[]} args
 */
export function launch(node, file, args) {
  // Node is named by its path: a shell remembers the first `node` it found, so PATH would lead to the old one.
  // A session of its own, so that Ctrl-C reaches the program once, from here; the channel tells it when we are killed.
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', file, ...args], {
    cwd: checkout,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: true,
  })
  forwardSignals(child)
  child.on('error', (error) => {
    console.error(`${node} does not run: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}

/** A terminal sends Ctrl-C to npm and to us, and npm sends it on: what comes twice within a second is one wish. */
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
  // A killed npm leaves us behind, and nobody could stop what we started any more. Started by hand, in the background of
  // a shell that is left, the program goes on.
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  setInterval(() => process.ppid === parent || forward('SIGTERM'), 1000).unref()
}
