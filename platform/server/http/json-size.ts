// Measures JSON before it is parsed. A body of 1 MiB can hold 500,000 values or levels, and building them blocks the process; the longest
// texts of the contracts are few values. Next: app.ts and http-form.ts register the parser.
import type { FastifyBodyParser, FastifyInstance } from 'fastify'
import { requestBodyValues } from '#catalogue/limits.ts'
import { Failure } from '#platform/contract/failure.ts'

/** `steps`: signs and texts that were looked at. It stops at the first value beyond a limit. */
export type JsonSize = { values: number; depth: number; steps: number; isExcessive: boolean }

/** One pass over the text, whatever it holds; the texts in it are skipped. JSON that is not well-formed is the parser's to refuse. */
export function jsonSize(json: string): JsonSize {
  const size: JsonSize = { values: 1, depth: 0, steps: 0, isExcessive: false }
  let open = 0
  for (let at = 0; at < json.length && !size.isExcessive; at += 1) {
    size.steps += 1
    const sign = json[at]
    if (sign === '"') at = endOfText(json, at)
    else if (sign === ',') size.values += 1
    else if (sign === '}' || sign === ']') open -= 1
    else if (sign === '{' || sign === '[') {
      size.values += 1
      open += 1
      size.depth = Math.max(size.depth, open)
    }
    size.isExcessive = size.values > requestBodyValues.max || open > requestBodyValues.depth
  }
  return size
}

/** The index of the closing quotation mark. */
function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let escapes = 0
    while (json[end - 1 - escapes] === '\\') escapes += 1
    if (escapes % 2 === 0) return end
  }
  return json.length
}

/** Fastify's parser of JSON, for bodies within the limits. */
export function boundedJsonParser(app: FastifyInstance): FastifyBodyParser<string> {
  const parse = app.getDefaultJsonParser('error', 'error')
  return (request, body, done) => {
    if (jsonSize(body).isExcessive) done(new Failure('call.invalid'))
    else void parse(request, body, done)
  }
}
