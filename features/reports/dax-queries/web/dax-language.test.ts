import { expect, it } from 'vitest'
import { dax } from './dax-language.ts'

/** The parts of a text that have a kind, as `kind:text`. */
function kindsIn(text: string): string[] {
  const found: string[] = []
  dax.parser.parse(text).iterate({
    enter: ({ name, from, to, node }) => {
      if (node.firstChild === null && name !== 'Document') found.push(`${name}:${text.slice(from, to)}`)
    },
  })
  return found
}

it.each([
  [`EVALUATE ROW("a ""b""", 1.5)`, ['keyword:EVALUATE', 'function:ROW', 'string:"a ""b"""', 'number:1.5']],
  [`'My Table'[Col]`, ["table:'My Table'", 'column:[Col]']],
  ['Sales[Amount] >= {{min}}', ['table:Sales', 'column:[Amount]', 'operator:>=', 'placeholder:{{min}}']],
  ['-- a comment', ['comment:-- a comment']],
  ['var x = 1', ['keyword:var', 'table:x', 'operator:=', 'number:1']],
])('the editor reads %j', (text, kinds) => {
  expect(kindsIn(text)).toEqual(kinds)
})

it('the editor reads a comment over several lines', () => {
  expect(kindsIn('/* a\nEVALUATE */ 1').join()).toMatch(/^comment:\/\* a,.*comment:EVALUATE \*\/,number:1$/)
})
