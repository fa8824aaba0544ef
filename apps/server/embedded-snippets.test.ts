// Runs the programs as a person copies them from the screen, and verifies their tokens with the code of the portal.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyToken } from '#features/identity/embedded-access/server/rules.ts'
import {
  type SnippetLanguage,
  secretVariable,
  snippetLanguages,
  snippets,
} from '#features/organisation/settings/web/settings-embedded-snippets.ts'

const run = promisify(execFile)
const secret = 'a secret of 43 signs, as the portal makes them'
const place = { protocol: 'https:', host: 'norte.example.com:8443', email: "ana.d'avila@example.com" }

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-snippets-'))
})
afterAll(() => rm(folder, { recursive: true }))

const runtimes: [language: SnippetLanguage, program: string, file: string][] = [
  ['Node.js', process.execPath, 'embedded.mjs'],
  ['Python', 'python3', 'embedded.py'],
  ['PHP', 'php', 'embedded.php'],
]

/** True when the program is installed. */
const isThere = (program: string) =>
  run(program, ['--version']).then(
    () => true,
    () => false,
  )

test.each(runtimes)(
  'E4: the program in %s makes addresses that the portal accepts',
  async (language, program, name) => {
    // Node.js is always installed. Another language that is not installed is skipped with a warning.
    if (language !== 'Node.js' && !(await isThere(program)))
      return console.warn(`${language} is not installed: not run`)
    const file = join(folder, name)
    await writeFile(file, snippets[language](place))
    const made = async () => (await run(program, [file], { env: { ...process.env, [secretVariable]: secret } })).stdout
    const [first, second] = [await made(), await made()]
    const address = new URL(first.trim())
    expect([address.protocol, address.host]).toEqual(['https:', place.host])
    const token = /^\/embedded\/([\w-]+\.[\w-]+\.[\w-]+)$/.exec(address.pathname)?.[1] ?? ''
    const claims = await verifyToken(token, { secret, audience: place.host, now: new Date() })
    expect(claims).toMatchObject({ sub: place.email, aud: place.host })
    const others = await verifyToken(second.trim().split('/embedded/')[1] ?? '', {
      secret,
      audience: place.host,
      now: new Date(),
    })
    expect(others.jti).not.toBe(claims.jti)
  },
)

test('every program names the host, and none contains a secret', () => {
  for (const language of snippetLanguages) expect(snippets[language](place), language).toContain(place.host)
  const readers = snippetLanguages.filter((language) => snippets[language](place).includes(secretVariable))
  expect(readers).toEqual(['Node.js', 'Python', 'PHP', 'C#'])
})
