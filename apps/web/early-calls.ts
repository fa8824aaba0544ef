// The end of first-paint.js: sends the calls of the page for a signed-in person (platform/web/client/early-answers.ts). The build adds it with
// all that it imports, so it imports little (vite.config.ts).
import { earlyPaths, sendEarly } from '#platform/web/client/early-answers.ts'
import { readPlain } from '#platform/web/session/plain-storage.ts'
import { readVaultOnce } from '#platform/web/session/vault.ts'

async function start(language: string): Promise<void> {
  const user = await readVaultOnce('user')
  const token: unknown = typeof user === 'object' && user !== null ? Reflect.get(user, 'token') : undefined
  if (typeof token === 'string') sendEarly(token, language)
}

const language = readPlain('language')
// A browser without a vault, or with a damaged one, asks later as on every other page.
if (location.pathname in earlyPaths && readPlain('signed-in') === 'yes' && language !== null)
  start(language).catch(() => undefined)
