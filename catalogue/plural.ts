/** The regular English plural of a noun: `tag` → `tags`, `category` → `categories`, `access` → `accesses`. */
export type Plural<Noun extends string> = Noun extends `${string}${'a' | 'e' | 'o' | 'u'}y`
  ? `${Noun}s`
  : Noun extends `${infer Stem}y`
    ? `${Stem}ies`
    : Noun extends `${string}${'s' | 'x' | 'z' | 'ch' | 'sh'}`
      ? `${Noun}es`
      : `${Noun}s`

export function plural<Noun extends string>(noun: Noun): Plural<Noun> {
  const stem = /[^aeou]y$/.test(noun) ? noun.replace(/y$/, 'ie') : noun.replace(/(s|x|z|ch|sh)$/, '$1e')
  return `${stem}s` as Plural<Noun>
}
