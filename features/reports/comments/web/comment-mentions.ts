// The mentions of a comment: `@` and the name in the text, and the ids of the people. Pure functions, no I/O.

export type MentionedPerson = { id: string; name: string }

/** The text between the last `@` and the caret; null if no name is being typed. */
export function typedName(text: string, caret: number): string | null {
  const found = /(?:^|[\s(])@([\p{L}\p{M}'’.-]*(?: [\p{L}\p{M}'’.-]*){0,2})$/u.exec(text.slice(0, caret))
  return found?.[1] ?? null
}

/** Replaces the typed part of a name by the chosen name, and returns the text with the caret after the name. */
export function withName(text: string, caret: number, { name }: MentionedPerson): { text: string; caret: number } {
  const typed = typedName(text, caret) ?? ''
  const before = `${text.slice(0, caret - typed.length)}${name} `
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length }
}

/** The people whose names are still in the text. */
export const namedIn = (text: string, people: readonly MentionedPerson[]): MentionedPerson[] =>
  people.filter(({ name }) => text.includes(`@${name}`))

/** Splits the text into parts that name a person and other parts. If two names begin alike, the longer one is matched. */
export function partsOf(text: string, people: readonly MentionedPerson[]): { text: string; isName: boolean }[] {
  const names = people.map(({ name }) => `@${name}`).toSorted((a, b) => b.length - a.length)
  const parts: { text: string; isName: boolean }[] = []
  let plain = ''
  for (let position = 0; position < text.length;) {
    const name = names.find((one) => text.startsWith(one, position))
    if (name === undefined) {
      plain += text[position] ?? ''
      position += 1
      continue
    }
    if (plain !== '') parts.push({ text: plain, isName: false })
    plain = ''
    parts.push({ text: name, isName: true })
    position += name.length
  }
  return plain === '' ? parts : [...parts, { text: plain, isName: false }]
}
