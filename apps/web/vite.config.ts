import react from '@vitejs/plugin-react'
// oxlint-disable-next-line no-restricted-imports -- the bundler's configuration runs in Node and reaches no page
import { readFileSync } from 'node:fs'
// oxlint-disable-next-line no-restricted-imports -- as above
import { resolve } from 'node:path'
// oxlint-disable-next-line no-restricted-imports -- as above
import { pathToFileURL } from 'node:url'
import { build, defineConfig, type IndexHtmlTransformContext, type Plugin } from 'vite'
import { languages } from '../../catalogue/languages.ts'
import { narrowFont } from '../pages/narrow-font.ts'
import { type Chunk, loadedWith } from '../pages/first-page.ts'
import { chunkGroups } from './chunk-groups.ts'
import { splitModule } from './contract-parts.ts'

const root = import.meta.dirname
const checkout = `${resolve(root, '../..')}/`

export default defineConfig({
  root,
  base: '/',
  publicDir: false,
  logLevel: 'warn',
  plugins: [
    react(),
    narrowFont(),
    componentStyles(),
    noJsonSchemas(),
    noCompiledChecks(),
    noSummaries(),
    contractParts(),
    noEnglishSentences(),
    evaluatedWords(),
    firstPaint(),
    installed(),
    chunkList(),
  ],
  build: {
    assetsDir: 'assets',
    target: 'es2022',
    // Inlined fonts or images would need `data:` in the page's content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      // A page loads of another noun's door only the files of the names that it imports, if the door has no code of its own.
      treeshake: { moduleSideEffects: [{ test: /\/features\/[^/]+\/[^/]+\/web\/exports\.tsx$/, sideEffects: false }] },
      output: {
        // The file names have no name part: the first page carries a list of all files, and the names would make it longer. The list of scripts
        // has them.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: ({ names: [name = ''] }) =>
          name.endsWith('.css') && !name.startsWith('offline')
            ? 'assets/[hash:7].css'
            : 'assets/[name]-[hash][extname]',
        codeSplitting: { groups: [...chunkGroups] },
      },
    },
  },
})

/**
 * Mantine's class names bring the styles of their component, so that a page loads the styles of the components that it has (all of them
 * are 40 kB gzip). A component imports the ones that it is built of first, so their styles stand before its own, as Mantine requires.
 */
function componentStyles(): Plugin {
  const names = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/
  return {
    name: 'component-styles',
    transform: {
      filter: { id: names },
      handler: (code, id) => ({
        code: `import '@mantine/core/styles/${names.exec(id)?.[1]}.css'\n${code}`,
        map: null,
        moduleSideEffects: true,
      }),
    },
  }
}

/**
 * Zod's schemas carry the code that describes them in JSON Schema: 6 kB gzip. Only the server does so (platform/server/http/openapi.ts);
 * apps/web/no-json-schemas.test.ts holds the browser to that.
 */
function noJsonSchemas(): Plugin {
  return {
    name: 'no-json-schemas',
    transform: {
      filter: { id: /zod\/v4\/classic\/schemas\.js$/ },
      // The code by which a schema describes itself (`maxLength`) is in the same modules and stays.
      handler: (code) => ({
        code: code
          .replaceAll(/^ *inst\._zod\.processJSONSchema = .*;$/gm, '')
          .replaceAll(/createStandardJSONSchemaMethod\(this, "\w+"\)/g, 'undefined')
          .replaceAll('return createToJSONSchemaMethod(this, {})(params);', 'throw new Error("only the server");'),
        map: null,
      }),
    },
  }
}

/**
 * Zod compiles the check of an object to a function of its own, which needs `eval`. The content security policy forbids it, so the code would
 * never run: 1 kB gzip.
 */
function noCompiledChecks(): Plugin {
  return {
    name: 'no-compiled-checks',
    transform: {
      filter: { id: /zod\/v4\/classic\/schemas\.js$/ },
      handler: (code) => ({ code: code.replace('core.$ZodObjectJIT.init', 'core.$ZodObject.init'), map: null }),
    },
  }
}

/**
 * The summaries of calls are for the documentation (platform/server/http/openapi.ts): 2 kB of the home page. The files are parsed already,
 * so each summary stands on one line.
 */
function noSummaries(): Plugin {
  return {
    name: 'no-summaries',
    apply: 'build',
    transform: {
      filter: { id: /\/(features\/.*\/contract|platform\/contract\/[\w-]+)\.ts$/, code: /\bsummary: / },
      handler: (code) => ({ code: code.replaceAll(/^\s*summary: (["'`]).*\1,$/gm, ''), map: null }),
    },
  }
}

/** Each call of a contract is a module (contract-parts.ts). A contract only declares, so a call that no page makes is left out. */
function contractParts(): Plugin {
  const parts = new Map<string, string>()
  const isPart = /\/contract\.ts\?part=\w+$/
  return {
    name: 'contract-parts',
    apply: 'build',
    enforce: 'post',
    resolveId: { filter: { id: isPart }, handler: (id) => id },
    load: {
      filter: { id: isPart },
      handler: (id) => ({ code: parts.get(id) ?? '', moduleType: 'js', moduleSideEffects: false }),
    },
    transform: {
      filter: { id: /\/features\/.*\/contract\.ts$/ },
      handler(code, id) {
        const split = splitModule(code, (part) => `${id}?part=${part}`)
        if (split === null) return null
        for (const [part, text] of split.parts) parts.set(`${id}?part=${part}`, text)
        return { code: split.door, map: null, moduleSideEffects: false }
      },
    },
  }
}

/** Zod's English sentences about a fault: 1 kB gzip. The browser says faults in its own words (platform/web/client/check-input.ts). */
function noEnglishSentences(): Plugin {
  return {
    name: 'no-english-sentences',
    transform: {
      filter: { id: /zod\/v4\/locales\/en\.js$/ },
      handler: () => ({ code: 'export default () => ({})', map: null }),
    },
  }
}

/**
 * The words of the first page as plain values: of most features they are a title or two, and the bundler would take all words of a feature
 * with them.
 */
function evaluatedWords(): Plugin {
  return {
    name: 'evaluated-words',
    apply: 'build',
    load: {
      filter: { id: /\/generated\/phrases\/first\/[\w-]+\.ts$/ },
      handler: async (id) => {
        const { default: words } = (await import(pathToFileURL(id).href)) as { default: object }
        return `export default ${JSON.stringify(words)}`
      },
    },
  }
}

/**
 * first-paint.js as a separate classic script with a content hash in its name, first in the head. Its attribute `data-files` names the
 * files that it fetches ahead: without it, they would be requested only when the first script has run.
 */
function firstPaint(): Plugin {
  let file = ''
  return {
    name: 'first-paint',
    apply: 'build',
    async buildStart() {
      const paint = readFileSync(`${root}/first-paint.js`, 'utf8').replace(/^ *\/\/.*\n/gm, '')
      const source = `${paint};${await bundled('early-calls.ts', {})}`
      file = this.emitFile({ type: 'asset', name: 'first-paint.js', source })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const name = Object.values(bundle).find(({ fileName }) => fileName.includes('first-paint'))?.fileName
        if (name === undefined) throw new Error(`first-paint.js (${file}) is not in the bundle.`)
        const attrs = { src: `/${name}`, 'data-files': JSON.stringify(filesAhead(bundle)) }
        return [{ tag: 'script', attrs, injectTo: 'head-prepend' }]
      },
    },
  }
}

/**
 * The service worker and the offline page. Each script is one file: a worker imports nothing, and the offline page must share no file with the
 * portal. first-paint.js sets its colours.
 */
function installed(): Plugin {
  return {
    name: 'installed',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const paint = Object.keys(bundle).find((file) => file.includes('first-paint'))
      if (paint === undefined) throw new Error('first-paint.js is not in the bundle.')
      const emit = (name: string, source: string) =>
        `/${this.getFileName(this.emitFile({ type: 'asset', name, source }))}`
      const script = emit('offline-page.js', await bundled('installed/offline-page.ts', {}))
      const styles = ['../../platform/web/theme/tokens.css', 'installed/offline-page.css']
      const style = emit('offline-page.css', styles.map((file) => readFileSync(`${root}/${file}`, 'utf8')).join(''))
      const noFiles = JSON.stringify({
        words: {},
        person: [],
        home: [],
        usage: [],
        usageLists: [],
        signIn: [],
        fonts: [],
      }).replaceAll('"', '&quot;')
      const source = readFileSync(`${root}/installed/offline-page.html`, 'utf8')
        .replace('__PAINT__', `/${paint}`)
        .replace('__NO_FILES__', noFiles)
        .replace('__SCRIPT__', script)
        .replace('__STYLE__', style)
      this.emitFile({ type: 'asset', fileName: 'offline.html', source })
      const files = JSON.stringify(['/offline.html', `/${paint}`, script, style])
      const worker = await bundled('installed/service-worker.ts', { __OFFLINE_FILES__: files })
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: worker })
    },
  }
}

/** A script with all that it imports, without imports of its own. */
async function bundled(file: string, define: Record<string, string>): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    define,
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: `${root}/${file}`, output: { format: 'iife' } },
    },
  })
  const [output] = [built].flat()
  const chunk = output !== undefined && 'output' in output ? output.output[0] : undefined
  if (chunk === undefined) throw new Error(`${file} could not be built.`)
  return chunk.code
}

/** File names below /assets/, without those that the document names. */
function filesAhead(bundle: Bundle) {
  const chunks = chunksOf(bundle)
  const initial = new Set(loadedWith(chunks, ['apps/web/main.tsx']))
  const filesOf = (...sources: string[]) =>
    loadedWith(chunks, sources).flatMap((file) => (initial.has(file) ? [] : file.replace('assets/', '')))
  const wordsOf = (language: string) => {
    const filesOfParts = (...parts: string[]) =>
      filesOf(...parts.map((part) => `apps/generated/phrases/${part}/${language}.ts`))
    const first = filesOfParts('first')
    const [reader, all] = [filesOfParts('first', 'reader'), filesOfParts('first', 'reader', 'rest')]
    const beyond = (files: readonly string[], before: readonly string[]) =>
      files.filter((each) => !before.includes(each))
    return [language, { first, reader: beyond(reader, first), rest: beyond(all, reader) }]
  }
  const person = filesOf(
    'apps/web/frame/signed-in.tsx',
    'apps/web/frame/person-frame.tsx',
    'features/home/shelves/web/home-page.tsx',
  )
  const behind = (source: string, ...before: (readonly string[])[]) =>
    filesOf(source).filter((file) => !before.flat().includes(file))
  const usage = behind('features/reports/usage/web/usage-page.tsx', person)
  return {
    signIn: filesOf('features/identity/sign-in/web/sign-in-page.tsx'),
    person,
    home: behind('features/home/welcome/web/exports.tsx', person),
    usage,
    usageLists: behind('features/reports/usage/web/usage-lists.tsx', person, usage),
    words: Object.fromEntries(languages.map(wordsOf)),
    fonts: Object.keys(bundle).flatMap((file) =>
      file.includes('/inter-latin-wght-normal') ? file.replace('assets/', '') : [],
    ),
  }
}

/** Lists the scripts of the build with their sources, imports and styles: apps/pages/first-page.ts reads it. */
function chunkList(): Plugin {
  return {
    name: 'chunk-list',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      this.emitFile({ type: 'asset', fileName: '.vite/chunks.json', source: JSON.stringify(chunksOf(bundle)) })
    },
  }
}

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>

const chunksOf = (bundle: Bundle): Chunk[] =>
  Object.values(bundle).flatMap((file) =>
    file.type === 'chunk'
      ? {
          file: file.fileName,
          name: file.name,
          sources: file.moduleIds.filter((id) => id.startsWith(checkout)).map((id) => id.slice(checkout.length)),
          imports: file.imports,
          styles: [...(file.viteMetadata?.importedCss ?? [])],
        }
      : [],
  )
