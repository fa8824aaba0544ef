// Fetches metadata from an address that a person named in a form.
import type { Outgoing } from '../outgoing.ts'
import { refuse } from './xml.ts'

/** The text at the address. Throws for everything but a 200. */
export async function fetchMetadata(outgoing: Outgoing, address: string): Promise<string> {
  const answer = await outgoing.fetch(address)
  if (answer.status !== 200) refuse('unreachable')
  return answer.text()
}
