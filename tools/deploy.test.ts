// The files of deploy/ must match the code: existing programs, known variables, the right port.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { documentedVariables, readConfig } from '#platform/server/config.ts'
import { checkout } from '#platform/server/machine/checkout.ts'

const files = [
  'Dockerfile',
  'compose.yaml',
  'Caddyfile',
  'nginx.conf',
  'systemd/vitrine.service',
  'systemd/vitrine-worker.service',
]
const textOf = (file: string) => readFileSync(join(checkout, 'deploy', file), 'utf8').replace(/^\s*#.*$/gm, '')
const all = files.map(textOf).join('\n')
const portals = [
  textOf('Dockerfile'),
  textOf('compose.yaml').split('  caddy:')[0] ?? '',
  textOf(files[4] ?? ''),
  textOf(files[5] ?? ''),
]

it('starts existing programs', () => {
  const programs = new Set(all.match(/\b(?:apps|tools)\/[\w/.-]+\.(?:ts|js)\b/g))
  expect([...programs].filter((file) => !existsSync(join(checkout, file)))).toEqual([])
  expect(programs).toContain('apps/server/main.ts')
  expect(programs).toContain('apps/worker/main.ts')
})

it('sets only variables that the portal reads', () => {
  const known = new Set(documentedVariables.map(({ name }) => name))
  const others = /^(POSTGRES_\w+|PUBLIC_HOST)$/
  const named = portals.flatMap((text) =>
    [...text.matchAll(/\b([A-Z][A-Z0-9_]+)(?==|: )/g)].map(([, name]) => name ?? ''),
  )
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((name) => !known.has(name) && !others.test(name))).toEqual([])
})

it('directs proxies to the port of the portal', () => {
  const { port } = readConfig({})
  expect(all).toContain(`EXPOSE ${port}`)
  expect(textOf('Caddyfile')).toContain(`portal:${port}`)
  expect(textOf('nginx.conf')).toContain(`127.0.0.1:${port}`)
})

it('contains no secrets', () => {
  const secrets = /\b(\w*(?:SECRET|KEY|PASSWORD|TOKEN|DATABASE_URL|OWNER_URL)): (?!\$\{)/.exec(all)
  expect(secrets).toBeNull()
})
