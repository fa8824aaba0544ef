// What a push says: by default only the kind of the notification, because it appears on locked screens and passes the services of others.
import type { Language } from '#catalogue/languages.ts'
import { pushDevices } from '#catalogue/limits.ts'
import { inLanguage } from '#catalogue/languages.ts'
import { type PushKind, pushKindOf } from '#features/messaging/push-devices/contract.ts'
import { filledText, sentenceOf } from '#features/messaging/templates/server/commands.ts'
import { textOf } from '#platform/server/html/clean.ts'
import { factsIn, notificationTypeOf } from '../contract.ts'
import type { Push } from './store.ts'

/** The sentences without any name or value. */
export const kindSentences: Record<Language, Record<PushKind, string>> = {
  'pt-BR': {
    messages: 'Você recebeu uma mensagem.',
    access: 'Há novidades sobre o acesso a um relatório.',
    tickets: 'Há novidades em um chamado.',
    tasks: 'Um alerta tem um aviso para você.',
    reports: 'Há novidades em um relatório.',
    exports: 'Há novidades sobre um arquivo seu.',
    mentions: 'Citaram você em um comentário.',
    account: 'O portal tem um aviso para você.',
  },
  'en-US': {
    messages: 'You have received a message.',
    access: 'There is news about access to a report.',
    tickets: 'There is news about a ticket.',
    tasks: 'An alert has a notice for you.',
    reports: 'There is news about a report.',
    exports: 'There is news about one of your files.',
    mentions: 'Somebody mentioned you in a comment.',
    account: 'The portal has a notice for you.',
  },
  es: {
    messages: 'Ha recibido un mensaje.',
    access: 'Hay novedades sobre el acceso a un informe.',
    tickets: 'Hay novedades en un ticket.',
    tasks: 'Una alerta tiene un aviso para usted.',
    reports: 'Hay novedades en un informe.',
    exports: 'Hay novedades sobre un archivo suyo.',
    mentions: 'Le han mencionado en un comentario.',
    account: 'El portal tiene un aviso para usted.',
  },
  'pt-PT': {
    messages: 'Recebeu uma mensagem.',
    access: 'Há novidades sobre o acesso a um relatório.',
    tickets: 'Há novidades num pedido.',
    tasks: 'Um alerta tem um aviso para si.',
    reports: 'Há novidades num relatório.',
    exports: 'Há novidades sobre um ficheiro seu.',
    mentions: 'Mencionaram-no num comentário.',
    account: 'O portal tem um aviso para si.',
  },
}

type Told = Pick<Push, 'type' | 'facts' | 'title' | 'body' | 'shows_content'>

/** Title and text for one person. `unit`: the name of the business unit. */
export function pushTextOf(push: Told, unit: string, language: Language): { title: string; body: string } {
  const type = notificationTypeOf(push.type)
  if (!push.shows_content) return { title: short(unit, 'titleLength'), body: kindSentences[language][pushKindOf[type]] }
  if (type === 'message') {
    const title = push.title ? inLanguage(push.title, language) : unit
    const body = push.body ? textOf(inLanguage(push.body, language)) : ''
    return { title: short(title, 'titleLength'), body: short(body, 'bodyLength') }
  }
  const { title, text } = sentenceOf(type, language)
  const values = factsIn(push.facts, language)
  return { title: short(filledText(title, values), 'titleLength'), body: short(filledText(text, values), 'bodyLength') }
}

const short = (text: string, limit: 'titleLength' | 'bodyLength'): string => {
  const letters = Array.from(text.replace(/\s+/g, ' ').trim())
  const max = pushDevices[limit]
  return letters.length <= max ? letters.join('') : `${letters.slice(0, max - 1).join('')}…`
}
