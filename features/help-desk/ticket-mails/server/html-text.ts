// The text of an HTML mail, for people and for the search of quotes. Nothing of the HTML is kept.
import { Parser } from 'htmlparser2'

const unread = new Set(['script', 'style', 'head', 'title', 'template', 'noscript', 'object', 'svg', 'math'])
const blocks = new Set([
  'p',
  'div',
  'tr',
  'table',
  'ul',
  'ol',
  'li',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'pre',
  'section',
  'article',
  'header',
  'footer',
  'address',
  'center',
  'blockquote',
  'hr',
])
const spaced = new Set(['p', 'h1', 'h2', 'h3', 'table', 'ul', 'ol'])
/** Quotes deeper than this get no further marks. */
const maxDepth = 10

/** Converts HTML to text. A quote has `> ` before each line, for each level; a horizontal line becomes a bar. */
export function textOfHtml(html: string, maxLength: number): string {
  const lines: string[] = []
  let [current, depth, skipped, preformatted, length] = ['', 0, 0, 0, 0]
  const end = () => {
    const text = current.replace(/[ \t]+$/, '')
    current = ''
    length += text.length + 1
    lines.push(depth > 0 ? `${'>'.repeat(Math.min(depth, maxDepth))} ${text}`.trimEnd() : text)
  }
  const breakLine = () => current.trim() !== '' && end()
  const gap = () => lines.length > 0 && !/^>*$/.test(lines.at(-1) ?? '') && end()
  const parser = new Parser(
    {
      onopentagname: (name) => {
        if (unread.has(name)) skipped += 1
        if (skipped > 0) return
        if (name === 'br') return end()
        if (blocks.has(name)) breakLine()
        if (spaced.has(name)) gap()
        if (name === 'hr') {
          current = '_'.repeat(32)
          end()
        }
        if (name === 'li') current = '- '
        if (name === 'pre') preformatted += 1
        if ((name === 'td' || name === 'th') && current.trim() !== '') current += ' '
        if (name === 'blockquote') depth += 1
      },
      onclosetag: (name) => {
        if (unread.has(name)) {
          skipped = Math.max(0, skipped - 1)
          return
        }
        if (skipped > 0) return
        if (blocks.has(name)) breakLine()
        if (spaced.has(name)) gap()
        if (name === 'pre') preformatted = Math.max(0, preformatted - 1)
        if (name === 'blockquote') depth = Math.max(0, depth - 1)
      },
      ontext: (text) => {
        if (skipped > 0 || length > maxLength) return
        if (preformatted > 0) {
          const [first = '', ...others] = text.split('\n')
          current += first
          for (const line of others) {
            end()
            current = line
          }
          return
        }
        const plain = text.replace(/[ \t\r\n\f]+/g, ' ')
        current += current === '' || current.endsWith(' ') ? plain.replace(/^ /, '') : plain
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  )
  parser.write(html)
  parser.end()
  if (current.trim() !== '') end()
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, maxLength)
}
