import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

const manifest = {
  type: 'module',
  imports: Object.fromEntries(
    ['catalogue', 'platform', 'features', 'powerbi', 'report-service', 'database', 'apps', 'testing'].map((layer) => [
      `#${layer}/*`,
      `./${layer}/*`,
    ]),
  ),
}

/** Writes files into a temporary folder, which is removed after the test. Answers its root. */
export function writeTree(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'vitrine-tree-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [path, text] of Object.entries({ 'package.json': JSON.stringify(manifest), ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}
