import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, readSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandOf } from '../processes.ts'
import { systemCode } from '../start-fault.ts'
import type { Binaries } from './binaries.ts'
import { asDatabaseUser, type Cluster } from './cluster.ts'
import { explainFailure, type StartFailure } from './failures.ts'

/** A running server, as described in postmaster.pid. */
export type Postmaster = { pid: number; port: number }

/** The running server of this cluster, ready or not; null when there is none, even if a stale pid file exists. */
export function findPostmaster({ folder }: Cluster): Postmaster | null {
  const described = readPidFile(folder)
  return described !== null && isPostmaster(described.pid, folder) ? described : null
}

/** True when process `pid` is the server of this folder, and not another process with a reused pid. */
export function isPostmaster(pid: number, folder: string): boolean {
  const command = commandOf(pid)
  return command !== null && command.includes('postgres') && command.includes(folder)
}

/**
 * Starts the server in its own session, because Ctrl-C in our terminal must not reach it before we stop it.
 * Answers when it accepts connections, or with the reason for its failure.
 */
export async function launchPostmaster(
  binaries: Binaries,
  cluster: Cluster,
  env: NodeJS.ProcessEnv = {},
): Promise<Postmaster | StartFailure> {
  forgetStrangersPid(cluster.folder)
  rotateLog(cluster.logFile)
  const log = openSync(cluster.logFile, 'a', 0o600)
  const from = statSync(cluster.logFile).size
  const child = spawn(binaries.postgres, ['-D', cluster.folder], {
    ...asDatabaseUser,
    env: { ...asDatabaseUser.env, ...env },
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const ended = new Promise<'ended'>((resolve) =>
    child.once('exit', () => resolve('ended')).once('error', () => resolve('ended')),
  )
  child.unref()
  const ready = await Promise.race([ended, whenReady(cluster, child.pid ?? -1)])
  if (ready !== 'ended' && ready !== null) return ready
  return explainFailure(readFrom(cluster.logFile, from), cluster.folder, cluster.logFile)
}

/**
 * Waits until server `pid` accepts connections. Crash recovery can take minutes, so there is no time limit while the process runs. Null when
 * it has ended.
 */
export async function whenReady({ folder }: Cluster, pid: number): Promise<Postmaster | null> {
  for (let beforeExec = 50; ;) {
    const described = readPidFile(folder)
    if (described?.pid === pid && described.ready) return { pid, port: described.port }
    // Right after the fork the child still has our command line.
    if (!isPostmaster(pid, folder) && --beforeExec < 0) return null
    await sleep(20)
  }
}

/** Fast shutdown (open transactions are rolled back, all data is written); immediate shutdown after `patience` milliseconds. */
export async function stopPostmaster(pid: number, folder: string, patience = 20_000): Promise<void> {
  for (const [signal, wait] of [
    ['SIGINT', patience],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (!isPostmaster(pid, folder)) return
    send(pid, signal)
    if (await isGone(pid, folder, wait)) return
  }
}

async function isGone(pid: number, folder: string, wait: number): Promise<boolean> {
  for (let waited = 0; waited < wait; waited += 20) {
    if (!isPostmaster(pid, folder)) return true
    await sleep(20)
  }
  return false
}

export function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (systemCode(error) !== 'ESRCH') throw error
  }
}

/** Line 1 is the pid, line 4 the port, line 8 the state (“Lock files” in PostgreSQL's miscadmin.h). */
function readPidFile(folder: string): (Postmaster & { ready: boolean }) | null {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null
    throw error
  }
}

/**
 * A killed server leaves its pid file. When another program has that pid, PostgreSQL takes it for a running server and refuses to start.
 * When no process has the pid, PostgreSQL removes the file itself.
 */
function forgetStrangersPid(folder: string): void {
  const described = readPidFile(folder)
  if (described !== null && !isPostmaster(described.pid, folder))
    rmSync(join(folder, 'postmaster.pid'), { force: true })
}

const LOG_LIMIT = 8 * 1024 * 1024

function rotateLog(file: string): void {
  if (existsSync(file) && statSync(file).size > LOG_LIMIT) renameSync(file, `${file}.1`)
}

function readFrom(file: string, from: number): string {
  const handle = openSync(file, 'r')
  const buffer = Buffer.alloc(64 * 1024)
  try {
    return buffer.toString('utf8', 0, readSync(handle, buffer, 0, buffer.length, from))
  } finally {
    closeSync(handle)
  }
}
