// The mail to the old address of a person whose e-mail somebody else changed: the new address could be an intruder's. It contains no text
// that another person chose, such as a name, and not the new address, which does not concern who reads the old mailbox.
import { randomUUID } from 'node:crypto'
import type { Language } from '#catalogue/languages.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { useMailBudget } from '#platform/server/database/mail-budget.ts'
import type { EnqueueHere } from '#platform/server/jobs/job.ts'
import { layOut } from '#platform/server/mail/layout.ts'
import { writeMail } from '#platform/server/mail/mail.ts'
import { brandOf } from '#features/organisation/themes/server/queries.ts'

type MailText = { subject: string; paragraphs: string[]; footer: string }

const mailTexts: Record<Language, MailText> = {
  'pt-BR': {
    subject: 'O e-mail da sua conta foi alterado',
    paragraphs: [
      'Um administrador, ou o diretório da sua organização, trocou o e-mail da sua conta no portal. Este endereço não serve mais para entrar, e as suas sessões foram encerradas.',
      'Se você não esperava esta mudança, avise o administrador agora.',
    ],
    footer: 'Você recebeu este e-mail porque este endereço era o da sua conta no portal.',
  },
  'en-US': {
    subject: 'The e-mail of your account was changed',
    paragraphs: [
      'An administrator, or the directory of your organization, changed the e-mail of your portal account. This address no longer signs in, and your sessions have ended.',
      'If you did not expect this change, tell your administrator now.',
    ],
    footer: 'You received this e-mail because this address was that of your portal account.',
  },
  es: {
    subject: 'Se cambió el correo de su cuenta',
    paragraphs: [
      'Un administrador, o el directorio de su organización, cambió el correo de su cuenta en el portal. Esta dirección ya no sirve para entrar, y sus sesiones se cerraron.',
      'Si no esperaba este cambio, avise al administrador ahora.',
    ],
    footer: 'Ha recibido este correo porque esta dirección era la de su cuenta en el portal.',
  },
  'pt-PT': {
    subject: 'O e-mail da sua conta foi alterado',
    paragraphs: [
      'Um administrador, ou o diretório da sua organização, mudou o e-mail da sua conta no portal. Este endereço já não serve para entrar, e as suas sessões terminaram.',
      'Se não esperava esta mudança, avise já o administrador.',
    ],
    footer: 'Recebeu este e-mail porque este endereço era o da sua conta no portal.',
  },
}

type Writing = { db: Database; enqueue: EnqueueHere; tenantId: string | null; partnerId: string | null }

/** Writes the mail into the outbox, in the transaction of the change. An address that changes all day gets a few of them. */
export async function writeEmailChangedMail(
  { db, enqueue, tenantId, partnerId }: Writing,
  old: { email: string; language: Language },
): Promise<void> {
  if ((await useMailBudget(db, 'emailChanged', old.email)) !== null) return
  const { language } = old
  const { subject, paragraphs, footer } = mailTexts[language]
  const brand = await brandOf(db, { tenantId, partnerId })
  await writeMail(
    { db, enqueue, tenantId, partnerId },
    {
      to: { address: old.email, name: null },
      subject,
      ...layOut({ language, title: subject, paragraphs, footer, brand }),
      purpose: 'user.email_changed',
      key: `email-changed ${randomUUID()}`,
    },
  )
}
