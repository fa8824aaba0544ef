// Started by file-lock.test.ts as a separate process. Adds workspaces to a catalogue and reports each one after it is stored.
import { openCatalogueFile } from '../catalogue-file.ts'

const [folder = '', name = '', count = '0'] = process.argv.slice(2)
const catalogue = await openCatalogueFile(folder)
for (let index = 0; index < Number(count); index += 1) {
  const made = `${name}-${index}`
  const workspace = { id: made, name: made, members: [], project: null }
  await catalogue.update((held) => ({ ...held, workspaces: [...held.workspaces, workspace] }))
  process.send?.(made)
}
process.disconnect?.()
