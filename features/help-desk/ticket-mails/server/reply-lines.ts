import type { Language } from '#catalogue/languages.ts'

/** The first line of a mail that can be answered, in each language. The answer stands above it. */
export const replyLineIn: Record<Language, string> = {
  'pt-BR': '##- Para responder ao chamado, escreva acima desta linha -##',
  'en-US': '##- To answer the ticket, write above this line -##',
  es: '##- Para responder al ticket, escriba por encima de esta línea -##',
  'pt-PT': '##- Para responder ao pedido, escreva por cima desta linha -##',
}

export const replyLines: readonly string[] = Object.values(replyLineIn)

/** The text of a follow-up that came as a mail with files and without a text, in the language of its author. */
export const filesOnly: Record<Language, string> = {
  'pt-BR': 'Arquivos enviados por e-mail, sem texto.',
  'en-US': 'Files sent by e-mail, without a text.',
  es: 'Archivos enviados por correo, sin texto.',
  'pt-PT': 'Ficheiros enviados por e-mail, sem texto.',
}
