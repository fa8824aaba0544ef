// A report that consists of some pages of another one, under a name of its own. The demo world fills a second workspace with excerpts.
import { access, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

/** `of`: name of the report's folder, without its ending. `pages`: names of the pages, in their order; the first one opens. */
export type Excerpt = { of: string; name: string; pages: readonly string[] }

const anyObject = z.looseObject({})
const platformFile = z.looseObject({ metadata: anyObject.default({}) })

/** Reduces the copy of a report's folder to the pages of the excerpt. Throws an Error for a page that the report does not have. */
export async function reduceTo(folder: string, { name, pages }: Excerpt): Promise<void> {
  const pagesFolder = join(folder, 'definition', 'pages')
  const entries = await readdir(pagesFolder, { withFileTypes: true })
  const present = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  const missing = pages.find((page) => !present.includes(page))
  if (missing !== undefined) throw new Error(`${name}: the report has no page ${missing}`)
  for (const page of present) {
    if (!pages.includes(page)) await rm(join(pagesFolder, page), { recursive: true })
  }
  const order = { pageOrder: [...pages], activePageName: pages[0] }
  await change(join(pagesFolder, 'pages.json'), anyObject, (file) => ({ ...file, ...order }))
  await change(join(folder, '.platform'), platformFile, (file) => ({
    ...file,
    metadata: { ...file.metadata, displayName: name },
  }))
}

/** Changes a JSON file. A missing one counts as an empty object. */
async function change<File>(path: string, schema: z.ZodType<File>, changed: (file: File) => unknown): Promise<void> {
  const text = await access(path).then(
    () => readFile(path, 'utf8'),
    () => '{}',
  )
  await writeFile(path, JSON.stringify(changed(schema.parse(JSON.parse(text)))))
}
