// Connects to a mail server that a person named in a form (SSRF protection). The name is resolved once; the resolved address is checked
// and then connected to. So no name leads into our own network, and a second DNS answer cannot change the target (U5).
import { BlockList, type Socket, connect, isIP, isIPv6 } from 'node:net'
import { lookUp } from '../look-up.ts'
import { SmtpFault } from './smtp-fault.ts'

/** `anywhere`: for the operator's own server, or when the operator allows private networks. */
export type Reach = 'public' | 'anywhere'

/** The usual ports of mail servers. Other ports are refused, because they could be used to scan hosts. */
export const publicPorts = [25, 465, 587, 2525] as const

const inner = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  inner.addSubnet(net, bits, 'ipv4')

/** Global unicast is 2000::/3. Ranges that embed an IPv4 address or are reserved for documentation are excluded. */
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
const inner6 = new BlockList()
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  inner6.addSubnet(net, bits, 'ipv6')

/** True for an IP address of the public internet. False for a text that is no IP address. */
export function isPublicAddress(address: string): boolean {
  if (isIPv6(address)) return global6.check(address, 'ipv6') && !inner6.check(address, 'ipv6')
  return isIP(address) === 4 && !inner.check(address, 'ipv4')
}

/** A connected socket. Throws an SmtpFault of the step dns or connect. A refused address gives the same error as an unreachable one. */
export async function reach(
  { host, port }: { host: string; port: number },
  where: Reach,
  limitMs: number,
): Promise<Socket> {
  const found = await withinLimit(lookUp(host), limitMs).catch(() => [])
  if (found.length === 0) throw new SmtpFault('dns', null, 'no address')
  const allowed = where === 'anywhere' ? found : found.filter(({ address }) => isPublicAddress(address))
  const [target] = allowed
  if (!target || (where === 'public' && !(publicPorts as readonly number[]).includes(port)))
    throw new SmtpFault('connect', null, 'unreachable')
  return connected(target.address, port, limitMs)
}

/** The resolver of the system has no time limit of its own. */
async function withinLimit<T>(work: Promise<T>, limitMs: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('time-out')), limitMs)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

function connected(address: string, port: number, limitMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port })
    const fail = () => {
      socket.destroy()
      reject(new SmtpFault('connect', null, 'unreachable'))
    }
    socket.once('error', fail)
    socket.setTimeout(limitMs, fail)
    socket.once('connect', () => {
      socket.off('error', fail)
      socket.setTimeout(0)
      resolve(socket)
    })
  })
}
