import { defineConfig } from 'vite'
import { narrowFont } from '../../apps/pages/narrow-font.ts'

const root = import.meta.dirname

/** The page is served at `/reportEmbed` and its assets at `/viewer/assets/`, so the base is absolute and assets are not nested. */
export default defineConfig({
  root,
  base: '/viewer/assets/',
  publicDir: false,
  logLevel: 'warn',
  plugins: [narrowFont()],
  build: {
    assetsDir: '.',
    target: 'es2022',
    // Inlined fonts or images would require `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
  },
})
