// Packs the client package (client/) as an npm tarball: compiled modules, their types and the README. The portal serves it at /client.tgz.
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { checkout } from '#platform/server/machine/checkout.ts'
import { version } from '../server/version.ts'

const run = promisify(execFile)

/** Writes the tarball. The same sources make the same bytes. @throws when the package does not compile. */
export async function packClient(file: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-client-'))
  try {
    const compiler = join(checkout, 'node_modules', 'typescript', 'bin', 'tsc')
    await run(process.execPath, [compiler, '-p', join(checkout, 'client/tsconfig.json'), '--outDir', folder])
    const compiled = (await readdir(folder)).toSorted()
    const entries = await Promise.all([
      entry('README.md', join(checkout, 'client/README.md')),
      ...compiled.map((name) => entry(`dist/${name}`, join(folder, name))),
    ])
    await writeFile(file, gzipSync(tarball([description(), ...entries]), { level: 9 }))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Entry = { name: string; bytes: Buffer }

/** It is not a file of client/: Node.js would look there, and not at the root, for what `#platform/…` means. */
function description(): Entry {
  const text = {
    name: '@vitrine/client',
    version,
    description: 'The calls of a Vitrine portal that are open to API keys, with their types.',
    license: 'UNLICENSED',
    type: 'module',
    exports: { '.': { types: './dist/vitrine-client.d.ts', default: './dist/vitrine-client.js' } },
    types: './dist/vitrine-client.d.ts',
    sideEffects: false,
    engines: { node: '>=20' },
  }
  return { name: 'package/package.json', bytes: Buffer.from(`${JSON.stringify(text, null, 2)}\n`) }
}

const entry = async (name: string, path: string): Promise<Entry> => ({
  name: `package/${name}`,
  bytes: await readFile(path),
})

const block = 512

/** The format ustar of POSIX.1-1988, as npm reads it: for each file a header and its bytes, both in blocks of 512 bytes. */
function tarball(entries: readonly Entry[]): Buffer {
  const parts = entries.flatMap(({ name, bytes }) => [
    header(name, bytes.length),
    bytes,
    Buffer.alloc((block - (bytes.length % block)) % block),
  ])
  return Buffer.concat([...parts, Buffer.alloc(2 * block)])
}

/** The time is the one that npm writes, so that the bytes depend on the files alone. */
const writtenAt = Date.UTC(1985, 9, 26, 8, 15) / 1_000

function header(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`the name ${name} is too long for a tarball`)
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`
  const bytes = Buffer.alloc(block)
  bytes.write(name, 0)
  bytes.write(octal(0o644, 8), 100)
  bytes.write(octal(0, 8), 108)
  bytes.write(octal(0, 8), 116)
  bytes.write(octal(size, 12), 124)
  bytes.write(octal(writtenAt, 12), 136)
  // The checksum counts its own field as spaces.
  bytes.write(' '.repeat(8), 148)
  bytes.write('0', 156)
  bytes.write('ustar\0', 257)
  bytes.write('00', 263)
  const sum = bytes.reduce((total, byte) => total + byte, 0)
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return bytes
}
