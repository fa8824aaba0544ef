// What must be typed before something is erased (specification, section 5): its name in capitals, spaces as underscores.

/** Root-locale capitals (an i is an I in every language), each space one underscore, composed (NFC). */
export function typedName(name: string): string {
  return name.normalize('NFC').toUpperCase().replaceAll(' ', '_').normalize('NFC')
}

/** The field transforms while a person types, then compares exactly. */
export function isTyped(typed: string, name: string): boolean {
  return typed === typedName(name) && typed !== ''
}
