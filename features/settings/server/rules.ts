// Decisions about settings that need no database.
import { BlockList, isIPv6 } from 'node:net'
import { IANAZone } from 'luxon'

/** Is the address inside one of the entries (addresses or CIDR ranges)? An empty list lets everybody in. */
export function addressAllowed(entries: readonly string[], address: string): boolean {
  if (entries.length === 0) return true
  const list = new BlockList()
  for (const entry of entries) {
    const [base = '', bits] = entry.split('/')
    const family = isIPv6(base) ? 'ipv6' : 'ipv4'
    list.addSubnet(base, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family)
  }
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** All IANA zones the runtime knows, nearest to the west first, as a person picks them. */
export function timezonesAt(now: Date): { id: string; label: string; offset: number }[] {
  return Intl.supportedValuesOf('timeZone')
    .map((id) => {
      const zone = IANAZone.create(id)
      const at = now.getTime()
      return {
        id,
        offset: zone.offset(at),
        label: `(UTC${zone.formatOffset(at, 'short').replace('-', '−')}) ${cityOf(id)}`,
      }
    })
    .toSorted((a, b) => a.offset - b.offset || a.label.localeCompare(b.label))
}

export const isTimezone = (id: string): boolean => IANAZone.isValidZone(id)

const cityOf = (id: string) =>
  id
    .slice(id.indexOf('/') + 1)
    .replaceAll('_', ' ')
    .replaceAll('/', ', ')
