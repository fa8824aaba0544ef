// A plugin of Vite that makes the Latin file of Inter smaller (48 kB → 24 kB): each first page of the portal and of a report loads it. Only
// the weights and the OpenType features that our styles use stay. All characters stay, and so do the files of other scripts.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

/** Named alike, because apps/web/vite.config.ts looks for the file by this name. */
const latin = 'inter-latin-wght-normal.woff2'

/** Kerning, composed accents, and what platform/web/theme/tokens.css switches on. */
const features = ['kern', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum', 'cv11', 'ss03']
const weights = { min: 400, max: 700 }

export function narrowFont(): Plugin {
  let folder: string | null = null
  return {
    name: 'narrow-font',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /@fontsource-variable\/inter\/wght\.css$/ },
      async handler(code, id) {
        const font = readFileSync(join(dirname(id), 'files', latin))
        const narrow = await subsetFont(font, charactersOf(code), {
          targetFormat: 'woff2',
          keepFeatures: features,
          variationAxes: { wght: weights },
        })
        folder ??= mkdtempSync(join(tmpdir(), 'vitrine-font-'))
        const file = join(folder, latin)
        writeFileSync(file, narrow)
        return { code: code.replace(`./files/${latin}`, file), map: null }
      },
    },
    closeBundle() {
      if (folder !== null) rmSync(folder, { recursive: true, force: true })
      folder = null
    },
  }
}

/** All characters of the Latin file, by the `unicode-range` of its rule. */
function charactersOf(styles: string): string {
  const rule = styles.slice(styles.indexOf(latin))
  const ranges = /unicode-range: *([^;]+);/.exec(rule)?.[1]?.split(',') ?? []
  if (ranges.length === 0) throw new Error(`The styles of Inter have no unicode-range for ${latin}.`)
  return ranges.map((range) => charactersBetween(range.trim().replace('U+', ''))).join('')
}

function charactersBetween(range: string): string {
  const [from = '', to = from] = range.split('-')
  const [first, last] = [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join('')
}
