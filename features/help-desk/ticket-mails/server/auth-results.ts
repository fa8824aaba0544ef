// Parses the header Authentication-Results (RFC 8601), with comments and quoted texts. Anything that the grammar does not allow makes the
// whole header worthless: a text that a sender chose must never be read as a result.

export type AuthResult = { method: string; result: string; properties: ReadonlyMap<string, readonly string[]> }
export type AuthResults = { server: string; results: AuthResult[] }

/** A header of a server has less. */
const maxLength = 8_192

type Part = { kind: 'word' | 'quoted'; text: string } | { kind: ';' | '=' | '.' | '/' | ' ' }

/** Null: the header is malformed. */
function partsOf(text: string): Part[] | null {
  const parts: Part[] = []
  for (let at = 0; at < text.length;) {
    const sign = text[at] ?? ''
    if (/\s/.test(sign) || sign === '(') {
      const end = sign === '(' ? endOfComment(text, at) : at + 1
      if (end === null) return null
      if (parts.at(-1)?.kind !== ' ') parts.push({ kind: ' ' })
      at = end
    } else if (sign === '"') {
      const quoted = /^"((?:[^"\\]|\\[^])*)"/.exec(text.slice(at))
      if (!quoted) return null
      parts.push({ kind: 'quoted', text: (quoted[1] ?? '').replace(/\\([^])/g, '$1') })
      at += quoted[0].length
    } else if (sign === ';' || sign === '=' || sign === '.' || sign === '/') {
      parts.push({ kind: sign })
      at += 1
    } else {
      const [word] = /^[a-z\d_+@:<>[\]!#$%&'*^`{|}~?,-]+/.exec(text.slice(at)) ?? []
      if (word === undefined) return null
      parts.push({ kind: 'word', text: word })
      at += word.length
    }
  }
  return parts
}

/** The index behind a comment, which may contain others; null: it does not end. */
function endOfComment(text: string, from: number): number | null {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '\\') at += 1
    else if (sign === '(') depth += 1
    else if (sign === ')') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return null
}

/** Null: the header is malformed. Letters are in lower case. */
export function authResultsOf(header: string): AuthResults | null {
  if (header.length > maxLength) return null
  const parts = partsOf(header.toLowerCase())
  if (!parts) return null
  const [first = [], ...more] = sections(parts)
  // The version may follow the name of the server; another version than 1 has another grammar.
  const [server, version = '1', ...others] = words(first)
  if (!server || version !== '1' || others.length > 0) return null
  const results: AuthResult[] = []
  for (const section of more) {
    const given = words(section)
    // `none`: the server checked nothing. A section may be empty behind the last semicolon.
    if (given.length === 0 || (given.length === 1 && given[0] === 'none')) continue
    const result = resultOf(section)
    if (result === null) return null
    results.push(result)
  }
  return { server, results }
}

function sections(parts: readonly Part[]): Part[][] {
  const found: Part[][] = [[]]
  for (const part of parts) {
    if (part.kind === ';') found.push([])
    else found.at(-1)?.push(part)
  }
  return found
}

/** The texts between blanks, each joined. */
function words(section: readonly Part[]): string[] {
  const found: string[] = []
  let isOpen = false
  for (const part of section) {
    if (part.kind === ' ') isOpen = false
    else {
      const text = textOf(part)
      if (isOpen) found.push(`${found.pop() ?? ''}${text}`)
      else found.push(text)
      isOpen = true
    }
  }
  return found
}

type Pair = { name: string; value: string }

/** `name = value` at an index, and the index behind it. Blanks may stand around the sign. */
function pairAt(section: readonly Part[], from: number): (Pair & { end: number }) | null {
  let at = from
  const blanks = () => {
    while (section[at]?.kind === ' ') at += 1
  }
  let name = ''
  for (let part = section[at]; part && part.kind !== '=' && part.kind !== ' '; part = section[(at += 1)]) {
    if (part.kind === 'quoted') return null
    name += textOf(part)
  }
  blanks()
  if (name === '' || section[at]?.kind !== '=') return null
  at += 1
  blanks()
  const begin = at
  while (at < section.length && section[at]?.kind !== ' ') at += 1
  const written = section.slice(begin, at)
  // A quoted text stands alone.
  if (written.length > 1 && written.some(({ kind }) => kind === 'quoted')) return null
  const value = written.map(textOf).join('')
  return value === '' ? null : { name, value, end: at }
}

const textOf = (part: Part) => (part.kind === 'word' || part.kind === 'quoted' ? part.text : part.kind)

function resultOf(section: readonly Part[]): AuthResult | null {
  let at = section[0]?.kind === ' ' ? 1 : 0
  const first = pairAt(section, at)
  if (!first) return null
  const properties = new Map<string, string[]>()
  for (at = first.end; at < section.length;) {
    if (section[at]?.kind === ' ') {
      at += 1
      continue
    }
    const pair = pairAt(section, at)
    if (!pair) return null
    properties.set(pair.name, [...(properties.get(pair.name) ?? []), pair.value])
    at = pair.end
  }
  // The method may have a version.
  return { method: first.name.replace(/\/1$/, ''), result: first.value, properties }
}
