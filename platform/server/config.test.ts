import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigFault, documentedVariables, childEnvironment, presentVariables, readConfig } from './config.ts'
import { warningsOf } from './config-faults.ts'

const strong = {
  APP_SECRET: 'k3J9_vQ2-xT7bN4wZ8mR1cY6pL0sD5fHgA',
  REPORT_SERVICE_KEY: 'W8qE2_rT5yU7-iO1pA4sD6fG9hJ3kL0zXc',
}
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://vitrine.example',
  DATABASE_URL: 'postgres://app@db/vitrine',
  DATABASE_OWNER_URL: 'postgres://owner@db/vitrine',
  ...strong,
}

describe('the configuration', () => {
  it('lists all faults at once', () => {
    const read = () => readConfig({ PORT: 'eight', PUBLIC_URL: 'nowhere', APP_SECRET: 'short', LOG_LEVEL: 'loud' })
    expect(read).toThrow(ConfigFault)
    for (const name of ['PORT', 'PUBLIC_URL', 'APP_SECRET', 'LOG_LEVEL']) expect(read).toThrow(name)
  })

  it('A11: refuses production without secrets, with weak secrets, or with one secret for two uses', () => {
    expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(/APP_SECRET[\s\S]*REPORT_SERVICE_KEY/)
    expect(() => readConfig({ ...production, APP_SECRET: 'x'.repeat(40) })).toThrow(/too simple/)
    expect(() => readConfig({ ...production, REPORT_SERVICE_KEY: strong.APP_SECRET })).toThrow(/must differ/)
    expect(readConfig(production)).toMatchObject({ production: true, demoWorld: false })
  })

  it('A11: refuses demonstration secrets in production, and old secrets that are weak, public or in use', () => {
    const { appSecret, reportServiceKey } = readConfig({})
    for (const known of [appSecret, reportServiceKey]) {
      expect(() => readConfig({ ...production, APP_SECRET: known })).toThrow(/APP_SECRET: is the secret of a demon/)
      expect(() => readConfig({ ...production, REPORT_SERVICE_KEY: known })).toThrow(/KEY: is the secret of a demon/)
      const reach = { HOST: '0.0.0.0', ...strong }
      expect(() => readConfig({ ...reach, APP_SECRET: known })).toThrow(/APP_SECRET: must be set/)
    }
    const own = 'p7Zx-3Kq_V9mRt2Ls6Bn8Wd1Hf4Jc0GyTe'
    const old = (value: string) => () => readConfig({ ...production, APP_SECRET_OLD: `${own},${value}` })
    expect(old('x'.repeat(40))).toThrow(/APP_SECRET_OLD: is too simple/)
    expect(old(reportServiceKey)).toThrow(/APP_SECRET_OLD: is the secret of a demonstration/)
    expect(old(strong.APP_SECRET)).toThrow(/APP_SECRET_OLD: must differ from APP_SECRET/)
    expect(old(strong.REPORT_SERVICE_KEY)).toThrow(/APP_SECRET_OLD: must differ from REPORT_SERVICE_KEY/)
    expect(warningsOf(readConfig({ ...production, APP_SECRET_OLD: own }))).toEqual([])
    const demonstrated = old(appSecret)()
    expect(demonstrated.appSecretsOld).toEqual([own, appSecret])
    expect(warningsOf(demonstrated)).toEqual([expect.stringContaining('APP_SECRET_OLD')])
  })

  it.each([
    ['APP_SECRET', 'please-change-this-secret-before-use-0123'],
    ['REPORT_SERVICE_KEY', 'insecure-9fK2-vQ7x-T4bN-8wZm-R1cY'],
    ['METRICS_TOKEN', 'my-metrics-password-7Q'],
  ])('A11: refuses a placeholder as %s in production', (name, value) => {
    expect(() => readConfig({ ...production, [name]: value })).toThrow(`${name}: is a placeholder`)
  })

  it.each([
    ['METRICS_TOKEN', 'a'.repeat(20)],
    ['METRICS_TOKEN', '0123456789abcdef0123456789abcdef'],
    ['APP_SECRET', 'abcdefghijkl'.repeat(3)],
  ])('A11: refuses a simple or repeated %s in production', (name, value) => {
    expect(() => readConfig({ ...production, [name]: value })).toThrow(`${name}: is too simple`)
  })

  it('A11: accepts secrets made with openssl', () => {
    for (let round = 0; round < 200; round++) {
      const METRICS_TOKEN = randomBytes(24).toString('hex')
      const APP_SECRET = randomBytes(48).toString('base64')
      expect(readConfig({ ...production, METRICS_TOKEN, APP_SECRET }).metricsToken).toBe(METRICS_TOKEN)
    }
  })

  it('A11: refuses http for PUBLIC_URL in production, except on this machine', () => {
    const read = (PUBLIC_URL: string) => () => readConfig({ ...production, PUBLIC_URL })
    expect(read('http://vitrine.example')).toThrow('PUBLIC_URL: must begin with https://')
    expect(read('http://vitrine.localhost:8000')().production).toBe(true)
  })

  it.each(['0.0.0.0/0', '::/0', '0.0.0.0/1', '10.0.0.7, 128.0.0.0/2', '2000::/3'])(
    'A8: refuses to trust %s as proxies in production',
    (TRUSTED_PROXIES) => {
      expect(() => readConfig({ ...production, TRUSTED_PROXIES })).toThrow('trusts most of the internet')
    },
  )

  it('A8: accepts addresses and private ranges as trusted proxies, and refuses names and bad ranges', () => {
    const TRUSTED_PROXIES = '127.0.0.1, ::1, 10.0.0.0/8, 172.16.0.0/12, fc00::/7'
    expect(readConfig({ ...production, TRUSTED_PROXIES }).trustedProxies).toHaveLength(5)
    for (const wrong of ['caddy', '10.0.0.0/33', '10.0.0.0/', '::/129', '10.0.0.0/8/9', '10.0.0']) {
      expect(() => readConfig({ TRUSTED_PROXIES: wrong })).toThrow('TRUSTED_PROXIES: is a list of IP addresses')
    }
  })

  it.each([
    [{ HOST: '0.0.0.0' }],
    [{ HOST: '::' }],
    [{ HOST: '192.168.1.7' }],
    [{ PUBLIC_URL: 'https://demo.example.com' }],
    [{ PUBLIC_URL: 'https://localhost.example.com' }],
  ])('A11: refuses demonstration secrets when other machines can connect (%j)', (reach) => {
    expect(() => readConfig(reach)).toThrow(/APP_SECRET[\s\S]*REPORT_SERVICE_KEY/)
    expect(readConfig({ ...reach, ...strong }).appSecret).toBe(strong.APP_SECRET)
  })

  it.each([[{}], [{ HOST: '127.0.0.1' }], [{ HOST: '::1' }], [{ PUBLIC_URL: 'http://vitrine.localhost:8000' }]])(
    'starts without variables on this machine only (%j)',
    (reach) => expect(readConfig(reach).production).toBe(false),
  )

  it('never has a demo world in production, even when DEMO_WORLD asks for it', () => {
    for (const DEMO_WORLD of ['1', 'plain']) {
      expect(readConfig({ ...production, DEMO_WORLD })).toMatchObject({ demoWorld: false, demoExamples: false })
    }
  })

  it('treats an empty variable as absent', () => {
    expect(readConfig({ PORT: '' }).port).toBe(8000)
  })

  it('A11: gives a child process only the variables that it needs', () => {
    const url = 'postgres://app@db/vitrine'
    const around = {
      databaseUrl: url,
      dataDir: '/data',
      publicUrl: new URL('https://vitrine.example'),
      reportServiceUrl: null,
    }
    const given = childEnvironment({ ...around, runsJobs: false }, { ...production, WORKERS: '4', HOSTILE: 'x' })
    expect(given.APP_SECRET).toBe(strong.APP_SECRET)
    for (const name of ['DATABASE_OWNER_URL', 'REPORT_SERVICE_KEY', 'WORKERS', 'HOSTILE'])
      expect(given[name]).toBeUndefined()
    const part = readConfig(given, 'part')
    expect(part).toMatchObject({
      databaseUrl: url,
      databaseOwnerUrl: null,
      workers: 0,
      runJobs: false,
      reportService: false,
    })
    expect(() => readConfig({ ...given, DATABASE_URL: '' }, 'part')).toThrow(/DATABASE_URL/)
  })

  it('is documented completely', () => {
    const manual = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8')
    const { NODE_ENV: _, ...needed } = production
    for (const { name, meaning, standard } of documentedVariables) {
      const [, without = ''] = new RegExp(`^\\| \`${name}\` +\\| (.+?) +\\|`, 'm').exec(manual) ?? []
      expect(without, name).toContain(standard && `\`${standard}\``)
      expect([name, without !== '']).toEqual([name, true])
      expect(without.includes('needed in production'), name).toBe(name in needed)
      expect(name === 'NODE_ENV' || name.startsWith('LOG') || meaning !== '', name).toBe(true)
    }
  })
})

describe('variables of ENV_FILE', () => {
  it('override the environment, change with the file, and are unset when the file loses them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-variables-'))
    const file = join(folder, 'environment')
    // A service manager starts the process with the content of the file at that time.
    const began = { ENV_FILE: file, PORT: '8001', LOG_LEVEL: 'error', METRICS_TOKEN: 'the first bearer of the figures' }
    const read = (text: string) => {
      writeFileSync(file, text)
      return readConfig(presentVariables(began))
    }
    const first = '# a comment\nLOG_LEVEL=error\nMETRICS_TOKEN="the first bearer of the figures"\n'
    expect(read(first)).toMatchObject({
      port: 8001,
      logLevel: 'error',
      metricsToken: 'the first bearer of the figures',
    })
    const second = read("LOG_LEVEL=info\nMETRICS_TOKEN='the second bearer of them'\n")
    expect(second).toMatchObject({ port: 8001, logLevel: 'info', metricsToken: 'the second bearer of them' })
    expect(read('LOG_LEVEL=info\n').metricsToken).toBeNull()
    expect(() => read('LOG_LEVEL=loud\n')).toThrow('LOG_LEVEL')
    rmSync(folder, { recursive: true })
    expect(() => presentVariables(began)).toThrow(/ENV_FILE: .* cannot be read/)
  })

  it('are passed to child processes by value, without the file', () => {
    const around = {
      databaseUrl: 'postgres://app@db/vitrine',
      dataDir: '/d',
      publicUrl: new URL('http://localhost'),
      reportServiceUrl: null,
      runsJobs: false,
    }
    const given = childEnvironment(around, { ENV_FILE: '/etc/x', LOG_LEVEL: 'info' })
    expect([given['LOG_LEVEL'], given['ENV_FILE']]).toEqual(['info', undefined])
  })
})

describe('PUSH_CONTACT', () => {
  const read = (PUSH_CONTACT: string) => readConfig({ NODE_ENV: 'test', PUSH_CONTACT }).pushContact

  it.each(['mailto:operacao@vitrine.example', 'https://vitrine.example/contato'])('may be %s', (contact) => {
    expect(read(contact)).toBe(contact)
  })

  it('switches pushes off when it is empty', () => {
    expect(read('')).toBeNull()
  })

  // Apple refuses the first two with an answer that does not name the reason.
  it.each([
    'mailto:root@localhost',
    'https://localhost',
    'operacao@vitrine.example',
    'http://vitrine.example',
    'https://10.0.0.1',
  ])('is refused as %s', (contact) => expect(() => read(contact)).toThrow('PUSH_CONTACT'))
})

describe('incoming mail', () => {
  const imap = { MAIL_IN_DOMAIN: 'tickets.example', MAIL_IN_IMAP_URL: 'imaps://portal:right@mail.example' }

  it('is off by default, and needs a domain and one way to receive', () => {
    expect(readConfig({}).mailIn).toBeNull()
    expect(readConfig(imap).mailIn).toMatchObject({ domain: 'tickets.example', localPart: 'reply', smtp: null })
    const smtp = { MAIL_IN_DOMAIN: 'tickets.example', MAIL_IN_SMTP_PORT: '2525', MAIL_IN_AUTH_SERVER: 'MX.example' }
    expect(readConfig(smtp).mailIn).toMatchObject({
      smtp: { port: 2525, host: '127.0.0.1', tls: null },
      authServer: 'mx.example',
    })
    expect(() => readConfig({ MAIL_IN_DOMAIN: 'tickets.example' })).toThrow('MAIL_IN_DOMAIN')
    expect(() => readConfig({ ...imap, MAIL_IN_SMTP_PORT: '25' })).toThrow('MAIL_IN_DOMAIN')
    expect(() => readConfig({ MAIL_IN_SMTP_PORT: '25' })).toThrow('MAIL_IN_SMTP_PORT')
    expect(() => readConfig({ ...smtp, MAIL_IN_SMTP_KEY: 'key.pem' })).toThrow('MAIL_IN_SMTP_CERT')
    expect(() => readConfig({ ...imap, MAIL_IN_LOCAL_PART: 'a+b' })).toThrow('MAIL_IN_LOCAL_PART')
  })
})
