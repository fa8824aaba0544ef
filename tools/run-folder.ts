// One temporary folder for all that a test run writes, so that two runs do not meet and nothing is left behind.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Makes the folder and names it in TMPDIR. The answer ends every process that still works in it (a suite that was
 * stopped by a signal has no time to stop its PostgreSQL and its browser), then removes the folder.
 */
export function openRunFolder(env = process.env): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-run-'))
  // Under root, PostgreSQL runs as another user, who must be able to enter its own folder.
  chmodSync(folder, 0o711)
  env['TMPDIR'] = folder
  return async () => {
    await endProcessesOf(folder)
    rmSync(folder, { recursive: true, force: true })
  }
}

async function endProcessesOf(folder: string): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    for (const pid of processesOf(folder)) kill(pid, signal)
    for (let waited = 0; waited < 3_000 && processesOf(folder).length > 0; waited += 50) await sleep(50)
  }
}

/** Processes whose arguments or TMPDIR name the folder. Only Linux shows both; elsewhere the suites' own clean-up has to do. */
function processesOf(folder: string): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid)
    .filter((pid) => ['cmdline', 'environ'].some((file) => read(`/proc/${pid}/${file}`).includes(folder)))
}

function read(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return '' // it has ended, or it is another user's
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // it has ended meanwhile
  }
}
