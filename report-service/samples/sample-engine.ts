// The sample model opened for tests: its database built into a temporary folder, and the rows beside it for hand-written SQL.
// Not the way the service loads a project: that keeps versions (../rest). Next: samples.test.ts.
import { DuckDBInstance } from '@duckdb/node-api'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '../dax/engine.ts'
import { openEngine } from '../dax/engine.ts'
import { buildDatabase } from '../model/build-database.ts'
import { readSemanticModel } from '../model/read-tmdl.ts'

export const MODEL_FOLDER = join(import.meta.dirname, 'AdventureWorks.SemanticModel')
export const REPORTS = ['SalesOverview', 'ResellerPerformance', 'Products'] as const
export const reportFolder = (name: (typeof REPORTS)[number]): string => join(import.meta.dirname, `${name}.Report`)

export type SampleEngine = { engine: Engine; close(): Promise<void> }

/** Builds and opens the sample's engine; `close` removes what it built. */
export async function openSample(): Promise<SampleEngine> {
  const folder = await mkdtemp(join(tmpdir(), 'sample-'))
  const model = await readSemanticModel(MODEL_FOLDER)
  const path = join(folder, 'model.duckdb')
  await buildDatabase(model, join(MODEL_FOLDER, 'data'), path)
  const engine = await openEngine(model, path)
  return {
    engine,
    close: async () => {
      engine.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Hand-written SQL over the sample's Parquet files: every file is a view of its own name. */
export async function openRows(): Promise<(sql: string) => Promise<unknown[][]>> {
  const connection = await (await DuckDBInstance.create()).connect()
  await connection.run(`set file_search_path = '${join(MODEL_FOLDER, 'data').replaceAll("'", "''")}'`)
  const files = [
    'FactResellerSales',
    'FactInternetSales',
    'FactSalesQuota',
    'DimEmployee',
    'DimDate',
    'DimSalesTerritory',
    'DimReseller',
    'DimProduct',
    'DimProductSubcategory',
    'DimProductCategory',
  ]
  for (const file of files) await connection.run(`create view ${file} as from '${file}.parquet'`)
  return async (sql) => (await connection.runAndReadAll(sql)).getRowsJson()
}
