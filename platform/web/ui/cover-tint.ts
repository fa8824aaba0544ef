// The cover of a report without a picture: a tint and the initials, both from its name, so that the same report always looks the same.

/** Degrees on the colour wheel around the accent, so that neighbours vary in tone. */
export function hueTurn(name: string): number {
  let sum = 0
  for (const letter of name.normalize('NFC')) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 61
  return sum - 30
}

/** The first letters of the first and the last word of at least three letters, or of the name: `Visão geral de vendas` is VV. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  const long = words.filter((word) => word.length > 2)
  const [first, ...rest] = long.length > 0 ? long : words
  return [first, rest.at(-1)]
    .map((word) => /^./u.exec(word ?? '')?.[0] ?? '')
    .join('')
    .toUpperCase()
}
