// Mails that notify a person of a change of their second factor. They contain no text that another person chose, such as a name.
import { randomUUID } from 'node:crypto'
import type { Language } from '#catalogue/languages.ts'
import type { WriteContext } from '#platform/server/http/route.ts'
import { brandOf } from '#features/organisation/themes/server/queries.ts'
import { layOut } from '#platform/server/mail/layout.ts'
import { writeMail } from '#platform/server/mail/mail.ts'

export type TwoFactorChange = 'enabled' | 'disabled' | 'passkey_added' | 'reset'

type MailText = { subject: string; paragraph: string }

const mailTexts: Record<
  Language,
  Record<TwoFactorChange, MailText> & { notYou: string; notYouReset: string; footer: string }
> = {
  'pt-BR': {
    enabled: {
      subject: 'Segundo fator ligado',
      paragraph: 'A partir de agora, entrar com a senha também pede um código do seu aplicativo autenticador.',
    },
    disabled: {
      subject: 'Segundo fator desligado',
      paragraph: 'A partir de agora, a senha basta para entrar na sua conta.',
    },
    passkey_added: {
      subject: 'Nova chave de acesso na sua conta',
      paragraph: 'Uma chave de acesso foi criada e pode entrar na sua conta sem a senha.',
    },
    reset: {
      subject: 'Seu segundo fator foi redefinido',
      paragraph:
        'Um administrador removeu o aplicativo autenticador, os códigos de recuperação e as chaves de acesso da sua conta. Suas sessões foram encerradas. Entre com a senha e configure tudo de novo em “Minha conta”.',
    },
    notYou: 'Se não foi você, troque a senha agora e avise o administrador.',
    notYouReset: 'Se você não pediu isso, avise o administrador.',
    footer: 'Você recebeu este e-mail porque a segurança da sua conta no portal mudou.',
  },
  'en-US': {
    enabled: {
      subject: 'Two-factor sign-in is on',
      paragraph: 'From now on, signing in with the password also asks for a code of your authenticator app.',
    },
    disabled: {
      subject: 'Two-factor sign-in is off',
      paragraph: 'From now on, the password is enough to sign in to your account.',
    },
    passkey_added: {
      subject: 'New passkey in your account',
      paragraph: 'A passkey was created. It can sign in to your account without the password.',
    },
    reset: {
      subject: 'Your second factor was reset',
      paragraph:
        'An administrator removed the authenticator app, the recovery codes and the passkeys of your account. Your sessions have ended. Sign in with your password and set it up again in “My account”.',
    },
    notYou: 'If this was not you, change your password now and tell your administrator.',
    notYouReset: 'If you did not ask for this, tell your administrator.',
    footer: 'You received this e-mail because the security of your portal account changed.',
  },
  es: {
    enabled: {
      subject: 'Segundo factor activado',
      paragraph:
        'A partir de ahora, entrar con la contraseña también pide un código de su aplicación de autenticación.',
    },
    disabled: {
      subject: 'Segundo factor desactivado',
      paragraph: 'A partir de ahora, la contraseña basta para entrar en su cuenta.',
    },
    passkey_added: {
      subject: 'Nueva llave de acceso en su cuenta',
      paragraph: 'Se creó una llave de acceso que puede entrar en su cuenta sin la contraseña.',
    },
    reset: {
      subject: 'Su segundo factor se restableció',
      paragraph:
        'Un administrador quitó la aplicación de autenticación, los códigos de recuperación y las llaves de acceso de su cuenta. Sus sesiones se cerraron. Entre con la contraseña y configúrelo de nuevo en “Mi cuenta”.',
    },
    notYou: 'Si no fue usted, cambie la contraseña ahora y avise al administrador.',
    notYouReset: 'Si usted no lo pidió, avise al administrador.',
    footer: 'Ha recibido este correo porque cambió la seguridad de su cuenta en el portal.',
  },
  'pt-PT': {
    enabled: {
      subject: 'Segundo fator ligado',
      paragraph:
        'A partir de agora, entrar com a palavra-passe também pede um código da sua aplicação de autenticação.',
    },
    disabled: {
      subject: 'Segundo fator desligado',
      paragraph: 'A partir de agora, a palavra-passe basta para entrar na sua conta.',
    },
    passkey_added: {
      subject: 'Nova chave de acesso na sua conta',
      paragraph: 'Foi criada uma chave de acesso que pode entrar na sua conta sem a palavra-passe.',
    },
    reset: {
      subject: 'O seu segundo fator foi reposto',
      paragraph:
        'Um administrador removeu a aplicação de autenticação, os códigos de recuperação e as chaves de acesso da sua conta. As suas sessões terminaram. Entre com a palavra-passe e configure tudo de novo em “A minha conta”.',
    },
    notYou: 'Se não fez isto, mude já a palavra-passe e avise o administrador.',
    notYouReset: 'Se não pediu isto, avise o administrador.',
    footer: 'Recebeu este e-mail porque a segurança da sua conta no portal mudou.',
  },
}

/** Writes the mail into the outbox, in the transaction of the change. */
export async function writeTwoFactorMail(
  { db, actor, enqueue }: WriteContext,
  to: { email: string; language: Language },
  change: TwoFactorChange,
): Promise<void> {
  const { [change]: said, notYou, notYouReset, footer } = mailTexts[to.language]
  const { subject, paragraph } = said
  const paragraphs = [paragraph, change === 'reset' ? notYouReset : notYou]
  await writeMail(
    { db, enqueue, tenantId: actor.tenantId, partnerId: actor.partnerId },
    {
      to: { address: to.email, name: null },
      subject,
      ...layOut({ language: to.language, title: subject, paragraphs, footer, brand: await brandOf(db, actor) }),
      purpose: `two_factor.${change}`,
      key: `two-factor ${randomUUID()}`,
    },
  )
}
