// Writes a Brotli and a gzip file beside each text file of a build, so that a server sends compressed files without work per request.
// It does not serve them: @fastify/static does with `preCompressed`. Next: build-pages.ts.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { chunkListFile, readChunks } from './first-page.ts'

const texts = new Set(['.js', '.css', '.svg'])

/**
 * Quality 9 of 11: 11 saves 7 % more and takes ten times as long, and `npm start` waits for it. The files that the document names are
 * loaded by everybody before anything is visible: they have 11. So does the file of powerbi-client, the second largest of the home page.
 */
const qualities = { usual: 9, firstPage: 11 }

const embeddingSource = 'powerbi/web/portal-service.ts'

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)]

/** Works in the thread pool of Node. A file that does not get smaller stays alone. */
export async function compressFiles(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => texts.has(extname(file)))
  const page = join(folder, 'index.html')
  const document = existsSync(page) ? readFileSync(page, 'utf8') : ''
  const embedding = existsSync(join(folder, chunkListFile))
    ? readChunks(folder).filter(({ sources }) => sources.includes(embeddingSource))
    : []
  const isOfFirstPage = (file: string) =>
    document.includes(basename(file)) || embedding.some((chunk) => chunk.file === file)
  await Promise.all(
    files.map((file) => compressFile(join(folder, file), isOfFirstPage(file) ? qualities.firstPage : qualities.usual)),
  )
}

async function compressFile(file: string, quality: number): Promise<void> {
  const plain = readFileSync(file)
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }
  const [br, gz] = await Promise.all([toBrotli(plain, brotliOptions), toGzip(plain, { level: 9 })])
  if (br.length < plain.length) writeFileSync(`${file}.br`, br)
  if (gz.length < plain.length) writeFileSync(`${file}.gz`, gz)
}
