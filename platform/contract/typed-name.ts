// The confirmation that a person types before an erasure (specification, section 5): the name in capitals, with underscores for spaces.

/** Upper case of the root locale (i becomes I in every language), one underscore per space, composed accents (NFC). */
export function typedName(name: string): string {
  return name.normalize('NFC').toUpperCase().replaceAll(' ', '_').normalize('NFC')
}

/** Compares exactly. The field transforms the text while the person types. */
export function isTyped(typed: string, name: string): boolean {
  return typed === typedName(name) && typed !== ''
}
