// The form of a scheduled export on a platform without a mail server.
import { expect, it } from 'vitest'
import { testPortal } from '#testing/portal.ts'
import { tenants } from '#testing/world.ts'
import { readExportMail } from '../contract.ts'

const portal = testPortal()
const tenant_id = tenants.norte.id
const mail = async () => (await portal.as('adminOfNorte').ask(readExportMail, {})).body

it('hears that mails wait in the outbox until the business unit has a proven mail server', async () => {
  expect(await mail()).toEqual({ sends: false })
  const own = {
    tenant_id,
    host: 'mail.example',
    port: 587,
    security: 'starttls',
    from_name: 'Norte',
    from_address: 'portal@norte.example',
  }
  await portal.platform((db) => db.insertInto('mail_senders').values(own).execute())
  expect(await mail()).toEqual({ sends: false })
  await portal.platform((db) => db.updateTable('mail_senders').set({ proven_at: new Date() }).execute())
  expect(await mail()).toEqual({ sends: true })
})
