/** A part of a text: plain words, or the https address of a link. `at`: its position. */
export type TextPart = { at: number; part: string; href: string | null }

/** Marks the end of a sentence or of a bracket, which belongs to the text and not to the address. */
const trailing = /[.,;:!?)\]}'"»”]+$/

/** The words and the https addresses of a text, in their order. An address with a user name before its host stays text. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(/https:\/\/[^\s<>"]+/g)) {
    const part = found.replace(trailing, '')
    const href = addressOf(part)
    if (href === null) continue
    if (index > from) parts.push({ at: from, part: text.slice(from, index), href: null })
    parts.push({ at: index, part, href })
    from = index + part.length
  }
  return from < text.length ? [...parts, { at: from, part: text.slice(from), href: null }] : parts
}

function addressOf(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { href, username, password, hostname } = new URL(text)
  return username === '' && password === '' && hostname !== '' ? href : null
}
