// Changes the sales that the demo's data set reads, as a source changes them: other rows in a file, and then a refresh.
import { cpSync, mkdtempSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DuckDBInstance } from '@duckdb/node-api'
import { listDatasets, listRefreshes, refreshDataset } from '#features/reports/datasets/contract.ts'
import { openCatalogueFile } from '#report-service/rest/catalogue-file.ts'
import { expect } from '@playwright/test'
import type { Ask } from './portal.ts'
import type { World } from './world.ts'

const shipped = fileURLToPath(new URL('../report-service/samples/AdventureWorks.SemanticModel', import.meta.url))

/** Multiplies the amount of the reseller sales that meet a condition, and answers when the data set has the new rows. */
export type ChangeSales = (factor: number, where: string) => Promise<void>

/** The data sets of this world read a copy of the shipped files. `where` of a change: aliases e (seller) and c (product category). */
export async function ownSales({ dataDir }: Pick<World, 'dataDir'>, ask: Ask): Promise<ChangeSales> {
  const source = mkdtempSync(join(dataDir, 'sales-'))
  cpSync(join(shipped, 'data'), join(source, 'data'), { recursive: true })
  const catalogue = await openCatalogueFile(join(dataDir, 'report-service'))
  await catalogue.update((found) => ({
    ...found,
    datasets: found.datasets.map((dataset) => ({ ...dataset, source })),
  }))
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  await connection.run(`set file_search_path = '${join(source, 'data')}'`)
  return async (factor, where) => {
    const changed = join(source, 'changed.parquet')
    await connection.run(
      `copy (
         select f.* replace ((f.SalesAmount * case when ${where} then ${factor} else 1 end)::decimal(19,4) as SalesAmount)
           from 'FactResellerSales.parquet' f
           join 'DimEmployee.parquet' e on e.EmployeeKey = f.EmployeeKey
           join 'DimProduct.parquet' p on p.ProductKey = f.ProductKey
           left join 'DimProductSubcategory.parquet' s on s.ProductSubcategoryKey = p.ProductSubcategoryKey
           left join 'DimProductCategory.parquet' c on c.ProductCategoryKey = s.ProductCategoryKey
       ) to '${changed}' (format parquet)`,
    )
    renameSync(changed, join(source, 'data', 'FactResellerSales.parquet'))
    await refreshAll(ask)
  }
}

async function refreshAll(ask: Ask): Promise<void> {
  for (const { id } of (await ask(listDatasets, { size: 100 })).data) {
    const refreshes = async () => (await ask(listRefreshes, { id })).data
    const before = new Set((await refreshes()).map((refresh) => refresh.id))
    await ask(refreshDataset, { id })
    const stateOfNew = async () => (await refreshes()).find((refresh) => !before.has(refresh.id))?.state
    await expect.poll(stateOfNew, { timeout: 180_000 }).toBe('completed')
  }
}
