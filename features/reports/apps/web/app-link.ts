// A web link of an app, written in one line: its address, with its name before it or without.
import { type AppItem, appItem } from '../contract.ts'

const scheme = /^https?:\/\//i

/** The item of a line such as `Intranet https://intranet.example.com`; null: the line has no address that an app may link to. */
export function linkItem(line: string, id: string): AppItem | null {
  const words = line.trim().split(/\s+/)
  const last = words.pop() ?? ''
  // People write addresses without the scheme.
  const address = scheme.test(last) ? last : `https://${last}`
  if (!URL.canParse(address) || !/^[^\s:/]+\.[^\s:/]+/.test(address.replace(scheme, ''))) return null
  const title = (words.join(' ') || new URL(address).hostname.replace(/^www\./, '')).slice(0, 80)
  return appItem.safeParse({ id, kind: 'link', title, address }).data ?? null
}
