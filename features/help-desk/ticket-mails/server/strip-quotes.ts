// Finds what a person wrote in a mail, and what is only quoted or signed. A wrong cut must not lose a word: what is cut off is kept as the
// rest, and when the cut would leave nothing, or would remove text between quotes, the whole text stays.
import { replyLines } from './reply-lines.ts'

export type Stripped = {
  /** What people read as the answer. Never empty, unless the whole text is blank. */
  text: string
  /** What was cut off; null: nothing. */
  rest: string | null
}

/** Lines after which the rest of this analysis is not worth its time. They stay as they are. */
const maxLines = 5_000

export function stripQuotes(original: string): Stripped {
  const lines = plainLines(original)
  const whole = trimmed(lines)
  if (lines.length > maxLines) return { text: whole, rest: null }
  const cut = cutOf(lines)
  const quoted = cut === null ? [] : lines.slice(cut)
  const own = withoutSignature(cut === null ? lines : lines.slice(0, cut))
  const between = textAfterQuote(quoted)
  if (between === 'between') return { text: whole, rest: null }
  const [text, below] = [trimmed(own.text), trimmed(between.below)]
  // A person who answers inside of a quote that has no marks says so above it.
  if (text.length < pointer.longest && pointer.words.test(text) && quoted.length > 0) return { text: whole, rest: null }
  const answer = [text, below].filter(Boolean).join('\n\n')
  if (answer === '') return { text: whole, rest: null }
  const rest = trimmed([...own.signature, ...between.quote])
  return { text: answer, rest: rest === '' ? null : rest }
}

function plainLines(text: string): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/[\u200b\u200e\u200f\u2060\ufeff]/g, '')
    .split('\n')
    .map((line) => line.trimEnd())
}

const trimmed = (lines: readonly string[]): string =>
  lines
    .join('\n')
    .replace(/\n{4,}/g, '\n\n\n')
    .replace(/^\s*\n/, '')
    .trimEnd()

const isQuoted = (line: string) => /^\s{0,3}>/.test(line)
const unquoted = (line: string) => line.replace(/^[\s>|]+/, '')

const pointer = {
  longest: 300,
  words: /\b(abaixo|em vermelho|em azul|below|inline|in red|in blue|abajo|en rojo|en azul)\b/i,
}

/** The line at which the quote begins; null: there is none. */
function cutOf(lines: readonly string[]): number | null {
  for (let at = 0; at < lines.length; at += 1) {
    if (lines[at] === '') continue
    if (isSeparator(lines, at) || isHeaderBlock(lines, at) || isAttribution(lines, at) || isOwnLine(lines[at] ?? ''))
      return at
    // Quoted lines at the end without a line that introduces them.
    if (isQuoted(lines[at] ?? '')) return at
  }
  return null
}

/** The line of our mails above which people write. */
const isOwnLine = (line: string) => replyLines.includes(unquoted(line))

const separator =
  /^\s*[-_*\u2013\u2014]{2,}\s*(original message|original appointment|forwarded message|mensagem original|mensagem encaminhada|mensagem reencaminhada|mensaje original|mensaje reenviado|mensagem anterior)\s*[-_*\u2013\u2014]{2,}\s*$/i
const bar = /^\s*[_\u2500-\u2501]{20,}\s*$/

/** `-----Mensagem original-----`, or the bar that Outlook writes above the headers of a quote. */
const isSeparator = (lines: readonly string[], at: number) => {
  const line = lines[at] ?? ''
  if (separator.test(line)) return true
  if (!bar.test(line)) return false
  const next = nextText(lines, at + 1)
  return next !== null && isHeaderBlock(lines, next)
}

const fromHeader = /^\s*\*?(de|from|von|remetente)\s*:\*?\s*\S/i
const otherHeaders =
  /^\s*\*?(enviad[ao](\s+(em|el))?|sent|data|date|fecha|para|to|cc|assunto|subject|asunto|responder a|reply-to)\s*:\*?/i
const subjectHeader = /^\s*\*?(assunto|subject|asunto)\s*:\*?/i
const dateHeader = /^\s*\*?(enviad[ao](\s+(em|el))?|sent|data|date|fecha)\s*:\*?/i

/** The headers that Outlook and mobile programs write above a quote: `De:`, then at least the time or the recipient, and the subject. */
function isHeaderBlock(lines: readonly string[], at: number): boolean {
  if (!fromHeader.test(lines[at] ?? '')) return false
  const following = lines
    .slice(at + 1, at + 12)
    .filter((line) => line !== '')
    .slice(0, 7)
  const headers = following.filter((line) => otherHeaders.test(line))
  return headers.length >= 2 && headers.some((line) => subjectHeader.test(line) || dateHeader.test(line))
}

const wrote =
  /(wrote|writes|escreveu|escribió|escribio|a écrit|schrieb)\s*(\([^()]{3,80}\)|\(\s*[^()]{3,60}\(s\)[^()]{3,40}\))?\s*:\s*$/i
const opening = /^\s*(on|em|no dia|na|a|à|às|aos|el|la|le|am|il)\b/i
const mailAddress = /[<([]?[^\s<>()[\]]{1,64}@[^\s<>()[\]]{1,253}/

/** `Em qui., 26 de nov. de 2026, Ana Souza <ana@…> escreveu:`, also over several lines. */
function isAttribution(lines: readonly string[], at: number): boolean {
  let joined = ''
  for (let end = at; end < Math.min(lines.length, at + 4); end += 1) {
    const line = lines[end] ?? ''
    if (line === '' || isQuoted(line)) return false
    joined = `${joined} ${line}`.trim()
    if (joined.length > 400) return false
    if (!wrote.test(joined)) continue
    const hasTime = /\d{1,4}[/.: -]\s?\w/.test(joined)
    const hasAddress = mailAddress.test(joined)
    if (!hasTime && !hasAddress) return false
    const next = nextText(lines, end + 1)
    const isBeforeQuote = next !== null && (isQuoted(lines[next] ?? '') || isOwnLine(lines[next] ?? ''))
    return isBeforeQuote || (hasTime && hasAddress && (opening.test(joined) || end === at))
  }
  return false
}

function nextText(lines: readonly string[], from: number): number | null {
  for (let at = from; at < lines.length; at += 1) if (lines[at] !== '') return at
  return null
}

type Between = { quote: string[]; below: string[] }

/**
 * Looks behind a quote with marks. Text after it, and no quote after that text: the person answered below. Text between two quotes:
 * `between`. A quote without marks may contain anything.
 */
function textAfterQuote(quoted: readonly string[]): Between | 'between' {
  const first = quoted.findIndex(isQuoted)
  const introduced = quoted.slice(0, Math.max(first, 0)).filter((line) => line !== '').length
  // The marks belong to a quote inside of a quote without marks.
  if (first === -1 || introduced > 4) return { quote: [...quoted], below: [] }
  let last = first
  for (let at = first; at < quoted.length; at += 1) if (isQuoted(quoted[at] ?? '')) last = at
  const inside = quoted.slice(first, last + 1)
  if (inside.some((line, at) => line !== '' && !isQuoted(line) && !isWrapped(inside, at))) return 'between'
  const { text, signature } = withoutSignature(quoted.slice(last + 1))
  return { quote: [...quoted.slice(0, last + 1), ...signature], below: text }
}

/**
 * A line that a program broke off a quoted one: it stands alone between two quoted lines, the first of which is full. It has at most three
 * words, so that an answer between two quotes is not taken for it.
 */
const isWrapped = (lines: readonly string[], at: number) => {
  const before = lines[at - 1] ?? ''
  const isAlone = isQuoted(before) && isQuoted(lines[at + 1] ?? '')
  return (
    isAlone &&
    before.length >= 70 &&
    before.length <= 80 &&
    (lines[at] ?? '').length <= 20 &&
    !/[.!?]$/.test(lines[at] ?? '')
  )
}

const mobile = [
  /^\s*(enviad[oa]|sent|enviado)\s+(do|da|de|desde|from|a partir do|a partir de|através do|pelo|via|por)\s+(meu |minha |mi |my |o )?(iphone|ipad|galaxy|samsung|smartphone|telem[oó]vel|celular|m[oó]vil|android|outlook|yahoo|mail|e-?mail|correo|correio|proton|gmail|xiaomi|motorola|huawei|windows|tablet|dispositivo|mobile|phone|telefone|tel[eé]fono|aplica)/i,
  /^\s*(obter o|obtenha o|obtener|get|baixar o|descarregar o)\s+\[?outlook\b/i,
  /^\s*(yahoo mail|mail)\s*:\s*(organize|search|busque|pesquise)/i,
]

/** Cuts a signature after `-- `, and the line that a mobile program adds at the end. */
function withoutSignature(lines: readonly string[]): { text: string[]; signature: string[] } {
  const mark = lines.findIndex((line) => /^\s{0,2}--$/.test(line))
  const beforeMark = mark === -1 ? [...lines] : lines.slice(0, mark)
  const cut = beforeMark.some((line) => line !== '') ? beforeMark : [...lines]
  const behind = cut === beforeMark ? lines.slice(beforeMark.length) : []
  let end = cut.length
  while (end > 0 && (cut[end - 1] === '' || bar.test(cut[end - 1] ?? ''))) end -= 1
  const last = cut[end - 1] ?? ''
  if (end > 0 && mobile.some((each) => each.test(last))) end -= 1
  const text = cut.slice(0, end)
  // A mail of nothing but such a line keeps it.
  if (!text.some((line) => line !== '')) return { text: [...lines], signature: [] }
  return { text, signature: [...cut.slice(end), ...behind] }
}
