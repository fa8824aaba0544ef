// Reads the file of the first argument with the limits of the import, and prints the result and the memory that reading it took. A process of
// its own: the memory of a test process says nothing about one file.
import { readFileSync } from 'node:fs'
import { userImports } from '#catalogue/limits.ts'
import { readSheet } from '../read-sheet.ts'
import { SheetFault } from '../sheet-row.ts'

const peakMegabytes = () => process.resourceUsage().maxRSS / 1024

// Loads the code and its tables, so that they do not count.
await readSheet(Buffer.from('Nome;E-mail\nAna;ana@example.com'), userImports)
const bytes = readFileSync(process.argv[2] ?? '')
const before = peakMegabytes()
const result = await readSheet(bytes, userImports).then(
  ({ rows }) => rows.slice(0, 3).map(({ cells }) => cells.slice(0, 3).map((cell) => cell.slice(0, 40))),
  (error: unknown) => {
    if (error instanceof SheetFault) return error.kind
    throw error
  },
)
console.log(JSON.stringify({ result, megabytes: peakMegabytes() - before }))
