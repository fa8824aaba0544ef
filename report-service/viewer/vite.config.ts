import { defineConfig } from 'vite'

const root = import.meta.dirname

/** The page is served at `/reportEmbed`, its files under `/viewer/assets/`: hence a base of its own and no nested folder. */
export default defineConfig({
  root,
  base: '/viewer/assets/',
  publicDir: false,
  logLevel: 'warn',
  build: {
    assetsDir: '.',
    target: 'es2022',
    // Inlined fonts or images would need `data:` in the page's content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
  },
})
