// Opens the sample model for tests: builds its database in a temporary folder, and opens its Parquet files for hand-written SQL.
// The service itself loads projects as versions (../rest). Next: samples.test.ts.
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

/** Builds and opens the engine of the sample. `close` removes the files. */
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

/** Opens the Parquet files of the sample for SQL: each file is a view with its name. */
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
