/**
 * The network by which calls of a client are counted: an IPv4 address, or an IPv6 /64. One subscriber usually has a whole /64, with 2^64
 * addresses. `2001:db8:0:7::1` is in `2001:db8:0:7::/64`. Limits of concurrent work count by /48: a site, or a subscriber of a tunnel, has
 * 65,536 networks /64.
 */
export function networkOf(address: string, prefix: 48 | 64 = 64): string {
  if (!address.includes(':')) return address
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const groups = head.split(':').filter(Boolean)
  const behind = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - behind.length)
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...behind]
  return `${all
    .slice(0, prefix / 16)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/${prefix}`
}
