// The demo world of a first start, and the text on the terminal that explains how to sign in.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#platform/server/config.ts'
import { connectAtStartMs, openPool } from '#platform/server/database/pool.ts'
import { loggerFor } from '#platform/server/log.ts'
import { hashPassword } from '#platform/server/passwords.ts'
import { createSecrets } from '#platform/server/secrets.ts'
import { createGate } from '#platform/server/session/gate.ts'
import { addDemoExamples } from '#database/seeds/demo-examples.ts'
import {
  demoAppId,
  demoDirectory,
  demoPartners,
  demoWorkspaceId,
  fillDemoWorld,
  newReportsOf,
  platformStaff,
  demoUnits,
  unitsWithReports,
} from '#database/seeds/demo-world.ts'
import { MICROSOFT, createPowerBi } from '#powerbi/server/power-bi.ts'
import { accountSecretPurpose } from '#features/sources/accounts/server/commands.ts'

/** Credentials and workspaces that the embedded report service starts with. */
export function demoReportService(secret: string) {
  return {
    principals: demoPartners.map((partner) => ({
      directoryId: demoDirectory,
      appId: demoAppId(partner),
      name: partner.name,
      secret,
    })),
    samples: [
      ...demoUnits.map(({ partner, unit }) => ({
        workspaceId: demoWorkspaceId(unit),
        name: unit.name,
        members: [demoAppId(partner)],
      })),
      ...unitsWithReports.map(({ partner, unit }) => ({ ...newReportsOf(unit), members: [demoAppId(partner)] })),
    ],
  }
}

type Fill = {
  config: Config
  databaseUrl: string
  reportServiceUrl: string | null
  password: string
  reportServiceSecret: string
}

export async function fillDemo({
  config,
  databaseUrl,
  reportServiceUrl,
  password,
  reportServiceSecret,
}: Fill): Promise<void> {
  const log = loggerFor({ logLevel: 'silent' })
  const pool = openPool({ url: databaseUrl, max: 2, onError: () => undefined, connectMs: connectAtStartMs })
  const passwordHash = await hashPassword(password, 'demo')
  const sealedSecret = createSecrets(config.appSecret).seal(reportServiceSecret, accountSecretPurpose)
  try {
    const publishedIn = reportServiceUrl
      ? publishedAt(reportServiceUrl, reportServiceSecret)
      : () => Promise.resolve([])
    const gate = createGate(pool, log)
    await gate.acrossTenants('demo world', async (db) => {
      const isNew = await fillDemoWorld(db, { passwordHash, sealedSecret, publishedIn })
      if (isNew && config.demoExamples) await addDemoExamples(db)
    })
  } finally {
    await pool.end()
  }
}

/** Asks the report service through its REST API for its published reports. */
function publishedAt(url: string, secret: string) {
  const service = createPowerBi({
    ...MICROSOFT,
    authority: url,
    api: url,
    extensions: true,
    fetch,
    now: Date.now,
    sleep,
    log: () => undefined,
  })
  return async (workspaceId: string) => {
    const entry = unitsWithReports.find(({ unit }) => demoWorkspaceId(unit) === workspaceId)
    if (!entry) return []
    const account = service.account({ directoryId: demoDirectory, appId: demoAppId(entry.partner), secret })
    const reports = await account.reports(workspaceId)
    return reports.flatMap(({ id, name, datasetId }) => (name && datasetId ? [{ id, name, datasetId }] : []))
  }
}

/** The text for a newcomer on the terminal. */
export function welcome({ config, dataDir, password }: { config: Config; dataDir: string; password: string }): string {
  const at = (subdomain: string) => {
    const url = new URL(config.publicUrl)
    url.hostname = `${subdomain}.${url.hostname}`
    return url.origin
  }
  const line = (address: string, profile: string, email: string) =>
    `  ${address.padEnd(40)} ${profile.padEnd(34)} ${email}`
  const brazil = at('aw-brasil')
  return [
    '',
    'Business units, and who may look around there:',
    line(brazil, 'seller, own rows', 'linda3@adventure-works.com'),
    line('', 'sales manager, the team’s rows', 'stephen0@adventure-works.com'),
    line('', 'reader of every row', 'brian3@adventure-works.com'),
    line('', 'administrator (admin)', 'ana.souza@adventure-works.com'),
    line(at('aw-us'), 'administrator (admin)', 'grace.miller@adventure-works.com'),
    line(at('aw-europe'), 'administrator (admin)', 'karen.novak@adventure-works.com'),
    line(at('lisboa'), 'administrator (admin)', 'nuno.carvalho@bicicletas-tejo.example'),
    line(at('madrid'), 'administrator (admin)', 'quima.serra@bicicletas-tejo.example'),
    line(at('adventure-works'), 'partner (master)', demoPartners[0]?.master.email ?? ''),
    line(config.publicUrl.origin, 'platform (a2m)', platformStaff.email),
    '',
    `Password of every demo person: ${password}`,
    `Data: ${dataDir}`,
    'A PostgreSQL of your own: DATABASE_URL and DATABASE_OWNER_URL. A Power BI account: sign in as an administrator → Contas de relatórios (Report accounts).',
    'Every variable: docs/operating.md. Stop with Ctrl-C.',
    '',
  ].join('\n')
}
