import type { QueryPosition } from '#features/reports/dax-queries/contract.ts'
import type { TaskVariable } from '../contract.ts'
import { filledQuery } from './rules.ts'

/**
 * The place in the query of the form that belongs to a place in the filled query, which the report service names. A place inside the literal
 * of a variable is that of its `{{name}}`.
 */
export function positionInForm(
  dax: string,
  variables: readonly TaskVariable[],
  today: string,
  position: QueryPosition,
): QueryPosition {
  const sought = offsetOf(filledQuery(dax, variables, today), position)
  let [written, filled] = [0, 0]
  for (const part of dax.split(/(\{\{[^{}]*\}\})/)) {
    const length = filledQuery(part, variables, today).length
    if (sought < filled + length) return positionOf(dax, part.startsWith('{{') ? written : written + sought - filled)
    written += part.length
    filled += length
  }
  return positionOf(dax, dax.length)
}

function offsetOf(text: string, { line, column }: QueryPosition): number {
  const before = text.split('\n').slice(0, line - 1)
  return before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1
}

function positionOf(text: string, offset: number): QueryPosition {
  const lines = text.slice(0, offset).split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}
