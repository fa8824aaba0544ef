import { expect, test } from 'vitest'
import { parseConfiguration } from './configuration.ts'

const good = {
  REPORT_SERVICE_DATA: '/tmp/reports',
  REPORT_SERVICE_PUBLIC_URL: 'http://reports.localhost:8000/',
  REPORT_SERVICE_SIGNING_KEY: 'k'.repeat(32),
}

test('uses defaults for unset variables', () => {
  expect(parseConfiguration(good)).toMatchObject({
    port: 0,
    publicUrl: 'http://reports.localhost:8000',
    allowedOrigins: [],
    principals: [],
    workspaces: [],
    isSupervised: false,
  })
})

test('reads lists', () => {
  const workspaceId = '11111111-1111-4111-8111-111111111111'
  const read = parseConfiguration({
    ...good,
    REPORT_SERVICE_ALLOWED_ORIGINS: ' http://*.localhost:8000  https://portal.example.com',
    REPORT_SERVICE_PRINCIPALS: JSON.stringify([{ directoryId: 'd', appId: 'a', name: 'N', secret: 's'.repeat(16) }]),
    REPORT_SERVICE_SAMPLES: JSON.stringify([{ workspaceId, name: 'Samples', members: ['a'] }]),
  })
  expect(read.allowedOrigins).toEqual(['http://*.localhost:8000', 'https://portal.example.com'])
  expect(read.principals).toEqual([{ directoryId: 'd', appId: 'a', name: 'N', secret: 's'.repeat(16) }])
  expect(read.workspaces).toMatchObject([{ id: workspaceId, name: 'Samples', members: ['a'] }])
})

test('lists all invalid variables by name and repeats no value', () => {
  const message = sentenceOf({
    REPORT_SERVICE_PORT: '70000',
    REPORT_SERVICE_PUBLIC_URL: 'ftp://reports',
    REPORT_SERVICE_ALLOWED_ORIGINS: "https://ok.example; script-src 'unsafe-inline'",
    REPORT_SERVICE_SIGNING_KEY: 'short-secret',
    REPORT_SERVICE_PRINCIPALS: '[{"secret":"hush"}',
    REPORT_SERVICE_SAMPLES: '[{"workspaceId":"x"}]',
  })
  expect(message).toMatch(/cannot start/)
  const variables = ['PORT', 'DATA', 'PUBLIC_URL', 'ALLOWED_ORIGINS', 'SIGNING_KEY', 'PRINCIPALS', 'SAMPLES']
  for (const name of variables) expect(message).toContain(`REPORT_SERVICE_${name}`)
  expect(message).not.toContain('short-secret')
  expect(message).not.toContain('hush')
})

function sentenceOf(environment: Record<string, string>): string {
  try {
    parseConfiguration(environment)
    return 'it was accepted'
  } catch (error) {
    return String(error)
  }
}
