// A world whose portal sends its mails through a real mail server, and receives replies to mails about tickets by SMTP.
import { simpleParser } from 'mailparser'
import { type TestMailServer, testMailServer } from '#testing/mail-server.ts'
import { choosePort } from '#platform/server/machine/free-port.ts'
import { expect } from '@playwright/test'
import { test as base } from './portal.ts'
import { openWorld, type World } from './world.ts'

export type MailWorld = TestMailServer & {
  /** The port at which the portal receives mails. */
  receiverPort: number
  /** The next mail to an address whose subject has these words, after those that were asked for before. */
  mailTo(address: string, subject: RegExp): Promise<Awaited<ReturnType<typeof simpleParser>>>
}

export const mailDomain = 'tickets.vitrine.example'

async function mailWorld(): Promise<MailWorld> {
  const server = await testMailServer()
  const read = new Set<string>()
  const found = (address: string, subject: RegExp) =>
    server.taken.find(
      ({ to, raw, messageId }) => to.includes(address) && !read.has(messageId + address) && subject.test(decoded(raw)),
    )
  return Object.assign(server, {
    receiverPort: await choosePort(),
    mailTo: async (address: string, subject: RegExp) => {
      await expect.poll(() => found(address, subject), { timeout: 120_000 }).toBeDefined()
      const mail = found(address, subject)
      read.add(`${mail?.messageId ?? ''}${address}`)
      return simpleParser(mail?.raw ?? '')
    },
  })
}

/** The subject of a mail, with its encoded words. */
function decoded(raw: string): string {
  const [, subject = ''] = /^Subject: ((?:.*(?:\r?\n[ \t])?)*)/im.exec(raw) ?? []
  return subject
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?b\?([^?]*)\?=/gi, (_, text: string) => Buffer.from(text, 'base64').toString('utf8'))
    .replaceAll(/=\?utf-8\?q\?([^?]*)\?=/gi, (_, text: string) =>
      Buffer.from(
        text
          .replaceAll('_', ' ')
          .replaceAll(/=([0-9A-F]{2})/gi, (__, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      ).toString('utf8'),
    )
}

export const test = base.extend<object, { mails: MailWorld; world: World }>({
  mails: [
    async ({ playwright: _ }, provide) => {
      const mails = await mailWorld()
      await provide(mails)
      await mails.close()
    },
    { scope: 'worker' },
  ],
  world: [
    async ({ mails }, provide) => {
      const { close, ...world } = await openWorld(process.env['JOURNEY_WORLDS'] ?? '', {
        SMTP_URL: `smtp://127.0.0.1:${String(mails.port)}`,
        MAIL_FROM: 'Vitrine <portal@vitrine.example>',
        MAIL_PRIVATE_HOSTS: '1',
        MAIL_IN_DOMAIN: mailDomain,
        MAIL_IN_SMTP_PORT: String(mails.receiverPort),
      })
      await provide(world)
      await close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})
