// Finds the prose of the product: comments, test names and documentation. Phrases shown to people are checked by check-phrases.ts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

/** One piece of prose and the line on which it begins, counted from 1. */
export type Prose = { path: string; line: number; text: string }

/** Reads the prose of one file. Files of other kinds than TypeScript, JavaScript, SQL, CSS and Markdown have none. */
export function readProse(root: string, path: string): Prose[] {
  const text = readFileSync(join(root, path), 'utf8')
  const found = proseOf(path, text)
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  return found.map(({ offset, text: words }) => ({ path, line: lineAt(offset), text: words }))
}

type Piece = { offset: number; text: string }

function proseOf(path: string, text: string): Piece[] {
  if (/\.(?:tsx?|js)$/.test(path)) return [...comments(path, text), ...testNames(path, text)]
  if (path.endsWith('.sql')) return matches(text, /--(.*)/g)
  if (path.endsWith('.css')) return matches(text, /\/\*([\s\S]*?)\*\//g)
  if (path.endsWith('.md')) return matches(withoutCode(text), /^(.+)$/gm)
  return []
}

function comments(path: string, text: string): Piece[] {
  return parseSync(path, text).comments.map(({ start, value }) => ({ offset: start, text: withoutQuotedCode(value) }))
}

const testFunctions = new Set(['it', 'test', 'describe'])

/** The first argument of `it()`, `test()` and `describe()`, also of `it.each(…)(…)`. */
function testNames(path: string, text: string): Piece[] {
  if (!/\.(?:test|journey)\.tsx?$/.test(path)) return []
  const found: Piece[] = []
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      if (!testFunctions.has(/^\w*/.exec(text.slice(callee.start, callee.end))?.[0] ?? '')) return
      if (first?.type === 'Literal' && typeof first.value === 'string') {
        found.push({ offset: first.start, text: first.value })
      }
    },
  }).visit(parseSync(path, text).program)
  return found
}

function matches(text: string, pattern: RegExp): Piece[] {
  return [...text.matchAll(pattern)].map((match) => ({ offset: match.index, text: withoutQuotedCode(match[1] ?? '') }))
}

/** Blanks fenced blocks; the offsets of what follows stay the same. */
const withoutCode = (text: string) => text.replace(/```[\s\S]*?```/g, (block) => block.replace(/[^\n]/g, ' '))

const withoutQuotedCode = (text: string) => text.replace(/`[^`\n]*`/g, '')
