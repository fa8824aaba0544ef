// The updates of the product.
import type { SentencesByPlace } from './in-languages.ts'

export const updateSentences = {
  /** Section 3, update entry. */
  updates: {
    title: ['Escrever novidades', 'Write updates', 'Escribir novedades', 'Escrever novidades'],
    purpose: [
      'O que mudou na plataforma, escrito para parceiros e administradores.',
      'What has changed on the platform, written for partners and administrators.',
      'Lo que ha cambiado en la plataforma, escrito para socios y administradores.',
      'O que mudou na plataforma, escrito para parceiros e administradores.',
    ],
    empty: [
      'Escreva a primeira novidade; enquanto pendente, só a equipe da plataforma a vê.',
      'Write the first update; while it is pending only the platform’s staff see it.',
      'Escriba la primera novedad; mientras esté pendiente, solo la ve el personal de la plataforma.',
      'Escreva a primeira novidade; enquanto estiver pendente, só o pessoal da plataforma a vê.',
    ],
  },
  /** Section 3, update entry: title, description, type, send to changelog. */
  updateForm: {
    whatText: [
      'O que falta num idioma é lido em inglês ou, sem inglês, em português.',
      'A missing language is read in English or, without English, in Portuguese.',
      'Lo que falta en un idioma se lee en inglés o, sin inglés, en portugués.',
      'O que faltar num idioma lê-se em inglês ou, sem inglês, em português.',
    ],
    title: ['Título', 'Title', 'Título', 'Título'],
    body: ['Descrição', 'Description', 'Descripción', 'Descrição'],
    kind: ['Tipo', 'Type', 'Tipo', 'Tipo'],
    day: ['Dia', 'Day', 'Día', 'Dia'],
    sent: ['Publicar em Novidades', 'Publish in What’s new', 'Publicar en Novedades', 'Publicar em Novidades'],
    helpDay: [
      'Antes desse dia, só a equipe da plataforma a vê.',
      'Before that day only the platform’s staff see it.',
      'Antes de ese día, solo la ve el personal de la plataforma.',
      'Antes desse dia, só o pessoal da plataforma a vê.',
    ],
    systemUpdate: ['Atualização do sistema', 'System update', 'Actualización del sistema', 'Atualização do sistema'],
    newVersion: ['Nova versão', 'New version', 'Nueva versión', 'Nova versão'],
    improvement: ['Melhoria', 'Improvement', 'Mejora', 'Melhoria'],
  },
  /** Section 4, update entry: pending or sent. */
  updateList: {
    title: ['Escrever novidades', 'Write updates', 'Escribir novedades', 'Escrever novidades'],
    fieldTitle: ['Título', 'Title', 'Título', 'Título'],
    kind: ['Tipo', 'Type', 'Tipo', 'Tipo'],
    day: ['Dia', 'Day', 'Día', 'Dia'],
    state: ['Situação', 'State', 'Estado', 'Estado'],
    sent: ['Publicada', 'Published', 'Publicada', 'Publicada'],
    pending: ['Pendente', 'Pending', 'Pendiente', 'Pendente'],
    scheduled: ['Programada', 'Scheduled', 'Programada', 'Agendada'],
    systemUpdate: ['Atualização do sistema', 'System update', 'Actualización del sistema', 'Atualização do sistema'],
    newVersion: ['Nova versão', 'New version', 'Nueva versión', 'Nova versão'],
    improvement: ['Melhoria', 'Improvement', 'Mejora', 'Melhoria'],
  },
  /** Section 2, changelog (timeline). */
  timelineEmpty: {
    title: ['Novidades', 'What’s new', 'Novedades', 'Novidades'],
    purpose: [
      'O que mudou na plataforma, do mais recente ao mais antigo.',
      'What has changed on the platform, newest first.',
      'Lo que ha cambiado en la plataforma, de lo más reciente a lo más antiguo.',
      'O que mudou na plataforma, do mais recente para o mais antigo.',
    ],
    empty: [
      'Ainda não há novidades. Elas aparecem aqui assim que são publicadas.',
      'No updates yet. They appear here as soon as they are published.',
      'Todavía no hay novedades. Aparecen aquí en cuanto se publican.',
      'Ainda não há novidades. Aparecem aqui assim que forem publicadas.',
    ],
  },
  timeline: {
    title: ['Novidades', 'What’s new', 'Novedades', 'Novidades'],
    purpose: [
      'O que mudou na plataforma, do mais recente ao mais antigo.',
      'What has changed on the platform, newest first.',
      'Lo que ha cambiado en la plataforma, de lo más reciente a lo más antiguo.',
      'O que mudou na plataforma, do mais recente para o mais antigo.',
    ],
    systemUpdate: ['Atualização do sistema', 'System update', 'Actualización del sistema', 'Atualização do sistema'],
  },
} as const satisfies SentencesByPlace
