import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { EditOperation } from '../report/edit-operations.ts'
import { reportFolder } from '../samples/sample-engine.ts'
import { type CatalogueFile, openCatalogueFile } from './catalogue-file.ts'
import { createReportEditing, type ReportEditing } from './save-report.ts'
import { openVersionStore, type VersionStore } from './version-store.ts'

const ids = { id: 'r1', datasetId: 'd1' }
const page = 'coresETamanhos'
const retitle = (title: string): EditOperation => ({ kind: 'title', page, visual: 'porCor', title })

let folder: string
let catalogue: CatalogueFile
let versions: VersionStore
let editing: ReportEditing
let first: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'editing-'))
  catalogue = await openCatalogueFile(folder)
  versions = await openVersionStore(folder, Date.now, () => true)
  const placed = await versions.place('reports', 'r1', (aside) =>
    cp(reportFolder('Products'), aside, { recursive: true }),
  )
  first = placed.version
  const report = { ...ids, workspaceId: 'w1', name: 'Products', version: first, previous: null }
  await catalogue.update((all) => ({ ...all, reports: [report] }))
  editing = createReportEditing({ catalogue, versions })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const saved = () => editing.draft(ids, [])
const visualOf = async (name: string) =>
  (await saved()).pages.find((each) => each.name === page)?.visuals.find((each) => each.name === name)

describe('a save', () => {
  test('stores title, type and place, and leaves the rest of the file as its author wrote it', async () => {
    const box = { x: 8, y: 16, width: 320, height: 200 }
    const { version } = await editing.save(ids, first, [
      retitle("Cores d'água"),
      { kind: 'type', page, visual: 'porCor', type: 'donutChart' },
      { kind: 'place', page, visual: 'porCor', box },
    ])
    const changed = await visualOf('porCor')
    expect(changed).toMatchObject({ title: "Cores d'água", type: 'donutChart', position: box })
    // The fields, and the label that the author gave one of them, are still there.
    expect(changed?.wells['Y']?.map(({ displayName }) => displayName)).toEqual(['Revendas', 'Loja on-line'])
    const path = `definition/pages/${page}/visuals/porCor/visual.json`
    const file: unknown = JSON.parse(await readFile(join(versions.folderOf('reports', 'r1', version), path), 'utf8'))
    expect(file).toMatchObject({ visual: { drillFilterOtherVisuals: true } })
  })

  test('stores new pages and visuals with fields, and removes others', async () => {
    await editing.save(ids, first, [
      { kind: 'addPage', page: 'page00000001', displayName: 'Resumo' },
      {
        kind: 'addVisual',
        page: 'page00000001',
        visual: 'visual000001',
        type: 'clusteredColumnChart',
        box: { x: 0, y: 0, width: 400, height: 300 },
      },
      {
        kind: 'fields',
        page: 'page00000001',
        visual: 'visual000001',
        fields: {
          Category: [{ kind: 'column', table: 'Product', name: 'Cor' }],
          Y: [{ kind: 'aggregation', table: 'ResellerSales', name: 'Quantity', aggregation: 'sum' }],
        },
      },
      { kind: 'removeVisual', page, visual: 'porCor' },
      { kind: 'renamePage', page, displayName: 'Tamanhos' },
    ])
    const { pages } = await saved()
    expect(pages.at(-1)).toMatchObject({ name: 'page00000001', displayName: 'Resumo' })
    expect(pages.at(-1)?.visuals[0]?.wells).toMatchObject({
      Category: [{ field: { kind: 'column', table: 'Product', name: 'Cor' } }],
      Y: [{ queryRef: 'Sum(ResellerSales.Quantity)' }],
    })
    expect(await visualOf('porCor')).toBeUndefined()
    expect(pages.find((each) => each.name === page)?.displayName).toBe('Tamanhos')
  })

  test('can be undone, and the undoing as well', async () => {
    const { version } = await editing.save(ids, first, [retitle('Novo')])
    expect(await editing.versionOf('r1')).toEqual({ version, hasPrevious: true })
    expect(await editing.undoSave(ids, version)).toEqual({ version: first })
    expect((await visualOf('porCor'))?.title).toBe('Unidades por cor')
    await editing.undoSave(ids, first)
    expect((await visualOf('porCor'))?.title).toBe('Novo')
  })

  test('of the second of two editors is refused, and the first one stays', async () => {
    await editing.save(ids, first, [retitle('Primeira')])
    await expect(editing.save(ids, first, [retitle('Segunda')])).rejects.toMatchObject({ status: 409 })
    expect((await visualOf('porCor'))?.title).toBe('Primeira')
  })

  test('at the same time as another is refused for one of them', async () => {
    const both = await Promise.allSettled([
      editing.save(ids, first, [retitle('Primeira')]),
      editing.save(ids, first, [retitle('Segunda')]),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('of several at the same time copies the report once', async () => {
    let copies = 0
    const counting: VersionStore = {
      ...versions,
      place: (...input) => {
        copies += 1
        return versions.place(...input)
      },
    }
    const editor = createReportEditing({ catalogue, versions: counting })
    await Promise.allSettled(['A', 'B', 'C'].map((title) => editor.save(ids, first, [retitle(title)])))
    expect(copies).toBe(1)
    expect((await visualOf('porCor'))?.title).toBe('A')
  })

  test.each<[string, EditOperation]>([
    ['an unknown page', { kind: 'title', page: 'gone', visual: 'porCor', title: 'x' }],
    ['an unknown visual', { kind: 'removeVisual', page, visual: 'gone' }],
    ['a page that is there already', { kind: 'addPage', page, displayName: 'x' }],
  ])('of %s is refused, and stores nothing', async (_, operation) => {
    await expect(editing.save(ids, first, [operation])).rejects.toMatchObject({ status: 400 })
    expect(await editing.versionOf('r1')).toEqual({ version: first, hasPrevious: false })
  })

  test('of a report without its last page is refused', async () => {
    const { pages } = await saved()
    const all = pages.map(({ name }): EditOperation => ({ kind: 'removePage', page: name }))
    await expect(editing.save(ids, first, all)).rejects.toMatchObject({ status: 400 })
  })

  test('of a report in the legacy format is refused', async () => {
    const legacy = await versions.place('reports', 'r1', (aside) =>
      writeFile(join(aside, 'report.json'), '{"sections":[]}'),
    )
    await catalogue.update((all) => ({
      ...all,
      reports: all.reports.map((each) => ({ ...each, version: legacy.version })),
    }))
    await expect(editing.save(ids, legacy.version, [retitle('x')])).rejects.toMatchObject({ code: 'LegacyFormat' })
  })
})

test('a draft stores nothing', async () => {
  const draft = await editing.draft(ids, [retitle('Rascunho')])
  expect(draft.pages.find((each) => each.name === page)?.visuals.some(({ title }) => title === 'Rascunho')).toBe(true)
  expect((await visualOf('porCor'))?.title).toBe('Unidades por cor')
})
