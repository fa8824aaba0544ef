// Measures HTML before it is judged and cleaned: how many elements it has, and how deep they are nested. Cleaning costs time for each element.
// Next: accepted.ts (the caller), catalogue/limits.ts (the limits).
import { Parser } from 'htmlparser2'
import { htmlCleaning } from '#catalogue/limits.ts'

/** `steps`: opened and closed elements that were seen. It stops at the first element beyond a limit. */
export type HtmlSize = { elements: number; depth: number; steps: number; excess: 'elements' | 'depth' | null }

type Limits = { elements: number; depth: number }

/**
 * Reads the text once, without its attributes and entities, in linear time: the nesting of the parser is at most `depth`. The same parser
 * opens and closes the elements when the text is judged and cleaned, so this never finds less than they do.
 */
export function htmlSize(html: string, limits: Limits = htmlCleaning): HtmlSize {
  const size: HtmlSize = { elements: 0, depth: 0, steps: 0, excess: null }
  let open = 0
  const parser = new Parser(
    {
      onopentagname: () => {
        size.steps += 1
        size.elements += 1
        open += 1
        size.depth = Math.max(size.depth, open)
        if (size.elements > limits.elements) size.excess = 'elements'
        else if (open > limits.depth) size.excess = 'depth'
        // A paused parser keeps the rest of the text and does not read it.
        if (size.excess !== null) parser.pause()
      },
      onclosetag: () => {
        size.steps += 1
        open -= 1
      },
    },
    { decodeEntities: false },
  )
  parser.write(html)
  if (size.excess === null) parser.end()
  return size
}
