// Writes the register of personal data as a document. Next: catalogue/personal-data.ts (the register), write-personal-data.ts (the command).
import { erasures, legalBases, kinds, personalTables, retentions } from '#catalogue/personal-data.ts'

const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')
const definitions = (sentences: Record<string, string>) =>
  Object.entries(sentences).map(([name, sentence]) => `- **${name}**: ${sentence}.`)

/** A table of Markdown with columns of equal width, as the formatter writes it. */
function table(heading: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = heading.map((_, index) => Math.max(...[heading, ...rows].map((row) => row[index]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`
  return [line(heading), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)]
}

/** The whole text of docs/personal-data.md. */
export function personalDataText(): string {
  const rows = Object.entries(personalTables)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([name, { person, others = [], basis, kept, erasure, columns }]) => {
      const held = Object.entries(columns).map(([kind, names]) => `${kind}: ${code(names.split(' '))}`)
      const people = [...(person ? [person] : []), ...others]
      return [code([name]), code(people) || '–', held.join('; ') || '–', basis, retentions[kept], erasure]
    })
  return [
    '# Register of personal data',
    '',
    '<!-- Written by `npm run personal-data` from catalogue/personal-data.ts. A test compares it with the schema. -->',
    '',
    'Every column of every table is either here or in the list `withoutPersonalData` of `catalogue/personal-data.ts`. A new column fails the tests',
    'until somebody decides. Numbers, times, truth values and keys of other records are personal data of the row’s person where the row has one.',
    'Jobs in the queue have ids and numbers only (`platform/server/jobs/job.ts`). The log has no personal data, apart from IP addresses.',
    '',
    '## Kinds of data',
    '',
    ...definitions(kinds),
    '',
    '## Legal legalBases',
    '',
    ...definitions(legalBases),
    '',
    '## What the erasure of a person does',
    '',
    'A person is erased with their last membership. In the last column of the table:',
    '',
    ...definitions(erasures),
    '',
    'The erasure of a business unit deletes all rows with its id in every table, and the files.',
    '',
    '## Tables',
    '',
    ...table(['table', 'people', 'columns by kind', 'basis', 'kept', 'erasure'], rows),
    '',
  ].join('\n')
}
