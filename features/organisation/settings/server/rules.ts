// Decisions about settings: pure functions, no I/O; and the texts of the mails about the sender.
import { BlockList, isIPv6 } from 'node:net'
import { IANAZone } from 'luxon'
import { senderCode } from '#catalogue/limits.ts'
import type { Language } from '#catalogue/languages.ts'
import { type SmtpStep, smtpSteps } from '#platform/contract/smtp.ts'
import { keepsProof, type MailServer, type SenderIdentity } from '../contract.ts'

/** Whether the IP address matches an entry (IP address or CIDR range). An empty list allows every address. */
export function isIpAddressAllowed(entries: readonly string[], ipAddress: string): boolean {
  if (entries.length === 0) return true
  const list = new BlockList()
  for (const entry of entries) {
    const [base = '', bits] = entry.split('/')
    const family = isIPv6(base) ? 'ipv6' : 'ipv4'
    list.addSubnet(base, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family)
  }
  return list.check(ipAddress, isIPv6(ipAddress) ? 'ipv6' : 'ipv4')
}

/**
 * Time zones that are offered and may be stored. JavaScript accepts further names (US/Pacific-New, +03:00) that PostgreSQL refuses or
 * interprets differently.
 */
const timezoneNames = new Set(Intl.supportedValuesOf('timeZone'))

/** All time zones, ordered by their offset from UTC. */
export function timezonesAt(now: Date): { id: string; label: string; offset: number }[] {
  return [...timezoneNames]
    .map((id) => {
      const zone = IANAZone.create(id)
      const nowMs = now.getTime()
      return {
        id,
        offset: zone.offset(nowMs),
        label: `(UTC${zone.formatOffset(nowMs, 'short').replace('-', '−')}) ${cityOf(id)}`,
      }
    })
    .toSorted((a, b) => a.offset - b.offset || a.label.localeCompare(b.label))
}

export const isTimezone = (id: string): boolean => timezoneNames.has(id)

const cityOf = (id: string) =>
  id
    .slice(id.indexOf('/') + 1)
    .replaceAll('_', ' ')
    .replaceAll('/', ', ')

/** Time of the sender's verification; null if the change invalidates it. */
export const provenAfter = (
  before: (SenderIdentity & { proven_at: Date | null }) | undefined,
  after: SenderIdentity,
): Date | null => (before && keepsProof(before, after) ? before.proven_at : null)

type Connection = { security: string; username: string | null }

/** The steps of sending a mail with their states. Steps after the failed one are skipped. */
export function stepsOf({ security, username }: Connection, failed: SmtpStep | null) {
  const steps = smtpSteps.filter(
    (step) => (step !== 'tls' || security !== 'smtp') && (step !== 'auth' || username !== null),
  )
  const end = failed === null ? steps.length : steps.indexOf(failed)
  return steps.map((step, index) => ({
    step,
    state: index < end ? ('passed' as const) : index === end ? ('failed' as const) : ('skipped' as const),
  }))
}

/** The fields of a sender for the audit trail, named as in the form. */
export const senderFacts = (sender: (MailServer & { from_name: string; from_address: string }) | null | undefined) =>
  sender
    ? {
        sender_name: sender.from_name,
        sender_email: sender.from_address,
        sender_user: sender.username,
        sender_host: sender.host,
        sender_port: sender.port,
        sender_protocol: sender.security,
      }
    : {}

type MailText = { subject: string; paragraphs: string[]; footer: string }

/** The mail with the code that verifies the e-mail address of a sender. */
export const codeMail = (language: Language, code: string, unit: string): MailText => codes[language](code, unit)

const codes: Record<Language, (code: string, unit: string) => MailText> = {
  'pt-BR': (code, unit) => ({
    subject: `Código de confirmação: ${code}`,
    paragraphs: [
      `${unit} quer enviar os e-mails do portal em nome deste endereço. Se você concorda, digite este código nas configurações do portal:`,
      code,
      `O código vale por ${senderCode.minutes} minutos. Se você não sabe do que se trata, não faça nada: sem o código, nada é enviado em nome deste endereço.`,
    ],
    footer: 'Você recebeu este e-mail porque este endereço foi informado como remetente nas configurações do portal.',
  }),
  'en-US': (code, unit) => ({
    subject: `Confirmation code: ${code}`,
    paragraphs: [
      `${unit} would like to send the portal’s e-mails from this address. If you agree, type this code in the portal’s settings:`,
      code,
      `The code is good for ${senderCode.minutes} minutes. If you do not know what this is about, do nothing: without the code nothing is sent from this address.`,
    ],
    footer: 'You received this e-mail because this address was named as the sender in the portal’s settings.',
  }),
  es: (code, unit) => ({
    subject: `Código de confirmación: ${code}`,
    paragraphs: [
      `${unit} quiere enviar los correos del portal en nombre de esta dirección. Si está de acuerdo, escriba este código en la configuración del portal:`,
      code,
      `El código vale durante ${senderCode.minutes} minutos. Si no sabe de qué se trata, no haga nada: sin el código no se envía nada en nombre de esta dirección.`,
    ],
    footer: 'Ha recibido este correo porque esta dirección se indicó como remitente en la configuración del portal.',
  }),
  'pt-PT': (code, unit) => ({
    subject: `Código de confirmação: ${code}`,
    paragraphs: [
      `${unit} pretende enviar os e-mails do portal em nome deste endereço. Se concorda, introduza este código nas definições do portal:`,
      code,
      `O código é válido durante ${senderCode.minutes} minutos. Se não sabe do que se trata, não faça nada: sem o código, nada é enviado em nome deste endereço.`,
    ],
    footer: 'Recebeu este e-mail porque este endereço foi indicado como remetente nas definições do portal.',
  }),
}

/** The test mail of a sender, in the recipient's language. */
export const trialMail = (language: Language, name: string): MailText => trials[language](name)

const trials: Record<Language, (name: string) => MailText> = {
  'pt-BR': (name) => ({
    subject: 'Teste do servidor de e-mail',
    paragraphs: [`Olá, ${name}.`, 'Se você está lendo esta mensagem, este servidor envia os e-mails do portal.'],
    footer: 'Você recebeu este e-mail porque testou o servidor de e-mail nas configurações do portal.',
  }),
  'en-US': (name) => ({
    subject: 'Mail server test',
    paragraphs: [`Hello, ${name}.`, 'If you can read this, this server sends the portal’s e-mails.'],
    footer: 'You received this e-mail because you tested the mail server in the portal’s settings.',
  }),
  es: (name) => ({
    subject: 'Prueba del servidor de correo',
    paragraphs: [`Hola, ${name}:`, 'Si está leyendo este mensaje, este servidor envía los correos del portal.'],
    footer: 'Ha recibido este correo porque probó el servidor de correo en la configuración del portal.',
  }),
  'pt-PT': (name) => ({
    subject: 'Teste do servidor de e-mail',
    paragraphs: [`Olá, ${name}.`, 'Se está a ler esta mensagem, este servidor envia os e-mails do portal.'],
    footer: 'Recebeu este e-mail porque testou o servidor de e-mail nas definições do portal.',
  }),
}

/** The message of the answer to a change that changes no field. */
export const unchangedMessages: Record<Language, string> = {
  'pt-BR': 'Nada foi alterado.',
  'en-US': 'Nothing was changed.',
  es: 'No se ha cambiado nada.',
  'pt-PT': 'Nada foi alterado.',
}
