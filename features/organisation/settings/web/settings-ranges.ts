// Whether an IP address is inside a range, to warn a person while typing; the server decides on saving.

/**
 * Whether the range or address `entry` contains the IP address. Example: `covers('203.0.113.0/24', '203.0.113.9')` is true. A range never
 * contains addresses of the other IP version.
 */
export function covers(entry: string, ipAddress: string): boolean {
  const [base = '', length] = entry.split('/')
  const [range, point] = [bitsOf(base), bitsOf(ipAddress)]
  if (range === null || point === null || range.width !== point.width) return false
  const free = BigInt(range.width - (length === undefined ? range.width : Number(length)))
  return range.bits >> free === point.bits >> free
}

type Bits = { bits: bigint; width: 32 | 128 }

function bitsOf(ipAddress: string): Bits | null {
  if (!ipAddress.includes(':')) return numberOf(ipAddress.split('.'), { parts: 4, bits: 8, base: 10 })
  const [head = '', tail] = ipAddress.split('::')
  const [before, behind] = [groupsOf(head), groupsOf(tail ?? '')]
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - behind.length }, () => '0')
  return numberOf([...before, ...zeros, ...behind], { parts: 8, bits: 16, base: 16 })
}

/** Splits an IPv6 address into its groups. Its last 32 bits may be written as an IPv4 address. */
function groupsOf(text: string): string[] {
  const groups = text.split(':').filter((group) => group !== '')
  const last = groups.at(-1)
  if (!last?.includes('.')) return groups
  const [a = 0, b = 0, c = 0, d = 0] = last.split('.').map(Number)
  return [...groups.slice(0, -1), (a * 256 + b).toString(16), (c * 256 + d).toString(16)]
}

function numberOf(texts: string[], { parts, bits, base }: { parts: number; bits: number; base: number }): Bits | null {
  const numbers = texts.map((text) => parseInt(text, base))
  if (numbers.length !== parts || numbers.some((number) => !(number >= 0 && number < 2 ** bits))) return null
  const whole = numbers.reduce((sum, number) => (sum << BigInt(bits)) + BigInt(number), 0n)
  return { bits: whole, width: parts === 4 ? 32 : 128 }
}
