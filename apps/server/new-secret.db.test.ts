// APP_SECRET is replaced: sealed and signed values stay valid.
import { expect, it } from 'vitest'
import { systemClock } from '#platform/server/clock.ts'
import { newFilePath } from '#platform/server/files/file-path.ts'
import { signedUrl, signedFor } from '#platform/server/files/signed-address.ts'
import type { AnyJob } from '#platform/server/jobs/job.ts'
import { createMailing } from '#platform/server/mail/senders.ts'
import { resealSenders } from '#platform/server/mail/reseal-senders.ts'
import { createSecrets } from '#platform/server/secrets.ts'
import { resealEmbeddedSecrets } from '#features/organisation/settings/server/jobs.ts'
import { embeddedSecretPurpose } from '#features/organisation/settings/server/queries.ts'
import { testPortal } from '#testing/portal.ts'
import { tenants } from '#testing/world.ts'
import { resealAccounts } from '#features/sources/accounts/server/jobs.ts'
import { accountSecretPurpose } from '#features/sources/accounts/server/commands.ts'

const portal = testPortal()
const [first, second] = ['the first secret of the portal, long enough', 'the second one, also long enough for it']
const [before, both, after] = [createSecrets(first), createSecrets(second, [first]), createSecrets(second)]
const { id: tenant_id, partner_id } = tenants.norte

/** Runs a job like the runner: platform-wide, in one transaction. */
const run = (job: AnyJob) =>
  portal.platform((db) =>
    (job.run as (context: object, input: object) => Promise<void>)({ db, log: { info: () => undefined } }, {}),
  )

const senderOf = (secrets: typeof before) =>
  portal.platform((db) => createMailing({ secrets, platformSender: null, privateHosts: true }).senderOf(db, tenant_id))

const accountSecret = (secrets: typeof before) =>
  portal.platform(async (db) => {
    const account = await db
      .selectFrom('embedding_accounts')
      .selectAll()
      .where('name', '=', 'Sealed')
      .executeTakeFirstOrThrow()
    return secrets.unseal(account.secret_sealed, accountSecretPurpose)
  })

const embeddedSecret = (secrets: typeof before) =>
  portal.platform(async (db) => {
    const { embedded_secret_sealed: sealed } = await db
      .selectFrom('settings')
      .selectAll()
      .where('tenant_id', '=', tenant_id)
      .executeTakeFirstOrThrow()
    return sealed && secrets.unseal(sealed, embeddedSecretPurpose)
  })

it('Z3: sealed secrets and signed addresses survive a new APP_SECRET, and do not need the old one after resealing', async () => {
  await portal.platform(async (db) => {
    const password_sealed = createMailing({ secrets: before, platformSender: null, privateHosts: true }).seal('right')
    const sender = {
      host: 'mail.example.com',
      port: 587,
      security: 'starttls',
      from_name: 'N',
      from_address: 'n@n.example',
    }
    await db
      .insertInto('mail_senders')
      .values({ tenant_id, ...sender, username: 'portal', password_sealed, proven_at: new Date() })
      .execute()
    const embedded_secret_sealed = before.seal('signs tokens', embeddedSecretPurpose)
    await db
      .updateTable('settings')
      .set({ embedded_secret_sealed, embedded_secret_at: new Date() })
      .where('tenant_id', '=', tenant_id)
      .execute()
    const account = { kind: 'powerbi', directory_id: 'd', app_id: 'a', name: 'Sealed', tenant_id, partner_id }
    const secret_sealed = before.seal('key', accountSecretPurpose)
    await db
      .insertInto('embedding_accounts')
      .values({ ...account, secret_sealed })
      .execute()
  })
  const path = newFilePath('private', tenant_id, 'png')
  const address = signedUrl(path, 'session', { secrets: before, clock: systemClock })
  const query = Object.fromEntries(new URLSearchParams(address.split('?')[1]))
  expect(signedFor(path, query, { secrets: both, clock: systemClock })).toMatchObject({ sessionId: 'session' })
  expect(signedFor(path, query, { secrets: after, clock: systemClock })).toBeNull()
  expect([(await senderOf(both))?.sender.password, await accountSecret(both)]).toEqual(['right', 'key'])
  await expect(senderOf(after)).rejects.toThrow('cannot be opened')
  for (const secrets of [before, both]) {
    await run(resealAccounts(secrets))
    await run(resealSenders(secrets))
    await run(resealEmbeddedSecrets(secrets))
  }
  expect([(await senderOf(after))?.sender.password, await accountSecret(after)]).toEqual(['right', 'key'])
  expect(await embeddedSecret(after)).toBe('signs tokens')
})
