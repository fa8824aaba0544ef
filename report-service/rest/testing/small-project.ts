// A project for tests: the model Sales with one table and one measure, and the report Overview with one empty page.
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const TABLE = `table Sales
	measure Total = SUM(Sales[Amount])

	column Amount
		dataType: int64
		summarizeBy: sum
		sourceColumn: Amount

	partition Sales = m
		mode: import
		source = Csv.Document(File.Contents("Sales.csv"))
`

const FILES = {
  'Sales.SemanticModel/definition/model.tmdl': 'model Model\n\tculture: en-US\n\nref table Sales\n',
  'Sales.SemanticModel/definition/tables/Sales.tmdl': TABLE,
  'Sales.SemanticModel/data/Sales.csv': 'Amount\n1\n2\n',
  'Overview.Report/definition.pbir':
    '{"version":"4.0","datasetReference":{"byPath":{"path":"../Sales.SemanticModel"}}}',
  'Overview.Report/definition/report.json': '{}',
  'Overview.Report/definition/pages/pages.json': '{"pageOrder":["p1"],"activePageName":"p1"}',
  'Overview.Report/definition/pages/p1/page.json': '{"name":"p1","displayName":"First"}',
}

/** The total of Sales is 3. `changes` replaces or adds files. */
export async function writeSmallProject(folder: string, changes: Record<string, string> = {}): Promise<void> {
  for (const [path, text] of Object.entries({ ...FILES, ...changes })) await writeProjectFile(folder, path, text)
}

export async function writeProjectFile(folder: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}

/** A table of the small project with a calculated column that the engine cannot compute. */
export const UNSUPPORTED_TABLE = `${TABLE}
	column Odd = PERCENTILE.INC(Sales[Amount], 0.5)
		dataType: double
`
