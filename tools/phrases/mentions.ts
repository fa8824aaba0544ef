import { readdirSync, readFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

/** Possible phrase keys in the sources: whole keys, and patterns of keys that are built at run time. */
export type Mentions = { keys: ReadonlySet<string>; patterns: readonly RegExp[] }

const speakers = ['features', 'catalogue', 'platform', 'apps', 'powerbi']

/**
 * Collects the string literals of all sources, and the keys that templates like `${entity}.field.${name}` can build. A template needs a
 * fixed word of two letters or more: `${a}.${b}` could build any key, so it proves nothing.
 */
export function collectMentions(root: string): Mentions {
  const keys = new Set<string>()
  const patterns: RegExp[] = []
  for (const file of listSpeakers(root)) {
    const { program } = parseSync(file, readFileSync(join(root, file), 'utf8'))
    new Visitor({
      Literal(node) {
        if (typeof node.value === 'string' && node.value.includes('.')) keys.add(node.value.replace(':', '.'))
      },
      TemplateLiteral(node) {
        const parts = withoutNoun(node.quasis.map((quasi) => quasi.value.cooked ?? ''))
        if (parts.every((part) => /^[\w.:-]*$/.test(part)) && parts.some((part) => /[a-z]{2}/i.test(part))) {
          patterns.push(
            new RegExp(`^${parts.map((part) => part.replace(':', '.').replaceAll('.', '\\.')).join('.+')}$`),
          )
        }
      },
    }).visit(program)
  }
  return { keys, patterns }
}

/** `nouns.${noun}.taken` reads the phrases of whichever feature has the noun: `tags.taken`. */
function withoutNoun([first = '', ...rest]: string[]): string[] {
  return first === 'nouns.' ? ['', ...rest] : [first, ...rest]
}

function listSpeakers(root: string): string[] {
  return speakers
    .filter((layer) => existsSync(join(root, layer)))
    .flatMap((layer) =>
      readdirSync(join(root, layer), { recursive: true, encoding: 'utf8' }).map((file) => `${layer}/${file}`),
    )
    .filter(
      (path) =>
        /\.tsx?$/.test(path) && !/\.test\.tsx?$|(^|\/)phrases\/([^/]+\/)?(pt-BR|en-US|es|pt-PT)\.ts$/.test(path),
    )
}
