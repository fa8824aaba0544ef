import { email as emailField } from '#catalogue/fields.ts'

export type Invited = { email: string; name: string }

export type ReadAddresses = {
  people: Invited[]
  /** Parts of the text without an e-mail address. */
  unread: string[]
  /** Addresses that the server would refuse. They are among the people. */
  invalid: string[]
  /** The number of people whose address the server accepts. */
  validCount: number
}

/**
 * Reads pasted addresses, separated by line breaks, commas or semicolons: `ana@example.com`, `Ana Souza <ana@example.com>`, or name and
 * address from a spreadsheet. An address counts once. A person without a name gets one from the address.
 */
export function readAddresses(text: string): ReadAddresses {
  const people = new Map<string, Invited>()
  const unread: string[] = []
  for (const part of text.split(/[\n\r,;]+/)) {
    const words = part.trim()
    if (words === '') continue
    const email = /[^\s<>"'()]+@[^\s<>"'()]+/.exec(words)?.[0].toLowerCase()
    if (email === undefined) {
      unread.push(words)
      continue
    }
    const name = words
      .replace(/<?\s*[^\s<>"'()]+@[^\s<>"'()]+\s*>?/, ' ')
      .replaceAll(/["()]/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
    if (!people.has(email)) people.set(email, { email, name: name === '' ? nameFrom(email) : name })
  }
  const invalid = [...people.keys()].filter((address) => !emailAddress.safeParse(address).success)
  return { people: [...people.values()], unread, invalid, validCount: people.size - invalid.length }
}

const emailAddress = emailField()

/** `ana.maria-souza2@example.com` → `Ana Maria Souza`. */
function nameFrom(email: string): string {
  const local = email.slice(0, email.indexOf('@')).replace(/\+.*$/, '')
  const words = local.split(/[._-]+|\d+/).filter((word) => word !== '')
  return words.length === 0 ? local : words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}
