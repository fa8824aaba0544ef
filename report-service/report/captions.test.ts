import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reportFolder } from '../samples/sample-engine.ts'
import { captionsOf } from './captions.ts'
import type { ReportDefinition } from './definition.ts'
import { readReport, readTranslations } from './read-report.ts'
import { translateReport } from './translate-report.ts'

async function captionsOfSample(changed: (report: ReportDefinition) => ReportDefinition = (report) => report) {
  const original = changed(await readReport(reportFolder('ResellerPerformance'), { id: 'r', datasetId: 'd' }))
  const translations = await readTranslations(join(reportFolder('ResellerPerformance'), '..'))
  return captionsOf(
    original,
    new Map([...translations].map(([language, each]) => [language, translateReport(original, each)])),
  )
}

test('a measure and a column have the labels of the report, in each language that has another one than the model', async () => {
  const captions = await captionsOfSample()
  expect(captions({ kind: 'measure', table: 'ResellerSales', name: 'Average Order' })).toEqual([
    { language: null, name: 'Ticket médio' },
    { language: 'en-US', name: expect.any(String) },
    { language: 'es', name: expect.any(String) },
    { language: 'pt-BR', name: 'Ticket médio' },
    { language: 'pt-PT', name: 'Valor médio por encomenda' },
  ])
  // A translation that shows another column names the column of the model.
  expect(captions({ kind: 'column', table: 'Territory', name: 'País' })).toContainEqual({
    language: 'en-US',
    name: 'Country',
  })
  // An English reader of this column must not get the label of another language.
  expect(captions({ kind: 'column', table: 'Date', name: 'Year' })).toEqual(
    expect.arrayContaining([
      { language: null, name: 'Ano' },
      { language: 'en-US', name: 'Year' },
    ]),
  )
  expect(captions({ kind: 'measure', table: 'ResellerSales', name: 'Nowhere' })).toEqual([])
})

test('of two labels the one that most visuals show counts, and a visual of one field names it by its title', async () => {
  const field = { kind: 'measure', table: 'ResellerSales', name: 'Reseller Sales' } as const
  const shown = (displayName: string, title: string | null, wells = 1) => ({
    title,
    wells: {
      Values: Array.from({ length: wells }, () => ({ field, queryRef: 'q', displayName, active: true })),
    },
  })
  const withVisuals =
    (...visuals: ReturnType<typeof shown>[]) =>
    (report: ReportDefinition): ReportDefinition => ({
      ...report,
      pages: report.pages.slice(0, 1).map((page) => {
        const [first] = page.visuals
        if (!first) throw new Error('the sample page has visuals')
        return { ...page, visuals: visuals.map((visual) => ({ ...first, ...visual })) }
      }),
    })
  const nameIn = async (...visuals: ReturnType<typeof shown>[]) =>
    (await captionsOfSample(withVisuals(...visuals)))(field)[0]?.name
  expect(await nameIn(shown('Faturamento', null), shown('Vendas', null), shown('Vendas', 'Cartão'))).toBe('Vendas')
  expect(await nameIn(shown('Reseller Sales', 'Vendas do ano'))).toBe('Vendas do ano')
  expect(await nameIn(shown('Reseller Sales', 'Um gráfico', 2))).toBe('Reseller Sales')
  expect(await nameIn(shown(' ', 'Vendas do ano'))).toBeUndefined()
})
