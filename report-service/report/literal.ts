// Literals in a report's queries: 'text', 12L, 1.5D, 2.5M, true, null, datetime'2024-01-01T00:00:00', guid'…'.
import type { Value } from '../model/model.ts'
import { dig, textAt } from './json.ts'

/** The value of a literal; undefined if the text is not a literal. A timestamp loses its time zone, because dates in a model have none. */
export function parseLiteral(text: string): Value | undefined {
  if (text === 'null') return null
  if (text === 'true' || text === 'false') return text === 'true'
  const quoted = /^(datetime|guid)?'((?:[^']|'')*)'$/s.exec(text)
  if (quoted) {
    const inner = (quoted[2] ?? '').replaceAll("''", "'")
    return quoted[1] === 'datetime' ? parseInstant(inner) : inner
  }
  const number = /^(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)[LDM]?$/.exec(text)
  return number ? Number(number[1]) : undefined
}

function parseInstant(text: string): string | undefined {
  const parts = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2}(?:\.\d{1,7})?))?Z?$/.exec(text)
  return parts ? `${parts[1]}T${parts[2] ?? '00:00:00'}` : undefined
}

/** The literal of `{ Literal: { Value } }`, or undefined for any other expression. */
export const literalOf = (expression: unknown): Value | undefined => {
  const text = textAt(expression, 'Literal', 'Value')
  return text === null ? undefined : parseLiteral(text)
}

/** A formatting property of a visual: `objects.<object>[0].properties.<property>.expr.Literal`. */
export const propertyOf = (objects: unknown, object: string, property: string): Value | undefined =>
  literalOf(dig(objects, object, 0, 'properties', property, 'expr'))
