// Host names that people take for another one: the skeleton of UTS 39, and names that mix alphabets.
// The table has the signs of UTS 39 (confusables.txt) that IDNA allows in a name and that look like a small Latin letter or a digit: Cyrillic,
// Greek, Armenian and Latin ones. It is our own and short, because the whole list is 6,000 lines for signs that no registry accepts.
import { domainToUnicode } from 'node:url'
import { getPublicSuffix } from 'tldts'

const prototypes: Readonly<Record<string, string>> = {
  a: 'аαɑ',
  b: 'ьƅ',
  c: 'сϲ',
  d: 'ԁɗ',
  e: 'еҽ',
  f: 'ƒẝ',
  g: 'ɡց',
  h: 'һհ',
  i: 'іıιɩ',
  j: 'јϳ',
  k: 'κкĸ',
  l: '1ӏ|ǀ',
  n: 'ոռ',
  o: '0оοσօ',
  p: 'рρ',
  q: 'ԛզ',
  r: 'гᴦ',
  s: 'ѕƽ',
  t: 'тτ',
  u: 'υսʋ',
  v: 'νѵ',
  w: 'ԝшɯ',
  x: 'хχ',
  y: 'уγү',
  z: 'ᴢ',
}

const prototypeOf = new Map(
  Object.entries(prototypes).flatMap(([letter, signs]) => Array.from(signs, (sign) => [sign, letter] as const)),
)

const known = new Map<string, string>()
const maxKnown = 50_000

/** Two names with the same skeleton look the same in most fonts. `rn` looks like `m`, and `vv` like `w`. */
export function skeletonOf(host: string): string {
  const found = known.get(host)
  if (found !== undefined) return found
  const readable = (domainToUnicode(host) || host).normalize('NFD')
  const letters = Array.from(readable, (sign) => prototypeOf.get(sign) ?? sign).join('')
  const skeleton = letters.replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('cl', 'd')
  if (known.size >= maxKnown) known.clear()
  known.set(host, skeleton)
  return skeleton
}

const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
]

/** Whether one label mixes alphabets, as `аpple` with a Cyrillic `а`. Japanese and Chinese with Latin letters are usual. */
export const mixesScripts = (host: string): boolean =>
  domainToUnicode(host)
    .split('.')
    .some((label) => scripts.filter((script) => script.test(label)).length > 1)

/** Whether a name is a public suffix, below which strangers register names: `com.br`, `github.io`. */
export const isPublicSuffix = (host: string): boolean => getPublicSuffix(host, { allowPrivateDomains: true }) === host

/** The host that the name looks like; null: none. A name that looks like a host above it is as misleading. */
export function lookAlikeOf(host: string, others: Iterable<string>): string | null {
  const own = skeletonOf(host)
  for (const other of others) {
    if (other === host) continue
    const skeleton = skeletonOf(other)
    const isBelowOther = host.endsWith(`.${other}`)
    if (own === skeleton || (!isBelowOther && own.endsWith(`.${skeleton}`))) return other
  }
  return null
}
