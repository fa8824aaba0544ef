import react from '@vitejs/plugin-react'
// oxlint-disable-next-line no-restricted-imports -- the bundler's configuration runs in Node and reaches no page
import { readFileSync } from 'node:fs'
import { defineConfig, type Plugin } from 'vite'

const root = import.meta.dirname

export default defineConfig({
  root,
  base: '/',
  publicDir: false,
  logLevel: 'warn',
  plugins: [react(), firstPaint()],
  build: {
    assetsDir: 'assets',
    target: 'es2022',
    // Inlined fonts or images would need `data:` in the page's content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
    // Modules that every first page needs are one file: separate files would be 60 requests and compress worse.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
  },
})

/** first-paint.js as a separate classic script with a content hash in its name, first in the head. */
function firstPaint(): Plugin {
  let file = ''
  return {
    name: 'first-paint',
    apply: 'build',
    buildStart() {
      const source = readFileSync(`${root}/first-paint.js`, 'utf8').replace(/^\/\/.*\n/gm, '')
      file = this.emitFile({ type: 'asset', name: 'first-paint.js', source })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => {
        const name = Object.values(bundle ?? {}).find(({ fileName }) => fileName.includes('first-paint'))?.fileName
        if (name === undefined) throw new Error(`first-paint.js (${file}) is not in the bundle.`)
        return [{ tag: 'script', attrs: { src: `/${name}` }, injectTo: 'head-prepend' }]
      },
    },
  }
}
