// The broadcast messages: as they are written, and as they greet people.
import type { SentencesByPlace } from './in-languages.ts'

export const broadcastSentences = {
  /** Section 2, broadcast message. */
  broadcasts: {
    title: ['Mensagens gerais', 'Broadcast messages', 'Mensajes generales', 'Mensagens gerais'],
    purpose: [
      'Um texto que as pessoas veem depois de entrar, até que o dispensem.',
      'A text that people see after they sign in, until they dismiss it.',
      'Un texto que las personas ven después de entrar, hasta que lo descarten.',
      'Um texto que as pessoas veem depois de iniciarem sessão, até o dispensarem.',
    ],
    empty: [
      'Escreva a primeira mensagem para avisar a todos depois do login.',
      'Write the first message to tell everybody something after they sign in.',
      'Escriba el primer mensaje para avisar a todos después de entrar.',
      'Escreva a primeira mensagem para avisar todos depois do início de sessão.',
    ],
  },
  broadcastForm: {
    whatText: [
      'O que falta num idioma é lido em inglês ou, sem inglês, em português.',
      'What is missing in a language is read in English or, without English, in Portuguese.',
      'Lo que falta en un idioma se lee en inglés o, sin inglés, en portugués.',
      'O que falta num idioma é lido em inglês ou, sem inglês, em português.',
    ],
    when: ['Período', 'Period', 'Período', 'Período'],
    whenText: [
      'Os dias seguem o fuso horário de cada unidade de negócio.',
      'The days follow the time zone of each business unit.',
      'Los días siguen la zona horaria de cada unidad de negocio.',
      'Os dias seguem o fuso horário de cada unidade de negócio.',
    ],
    name: ['Título interno', 'Internal title', 'Título interno', 'Título interno'],
    message: ['Mensagem', 'Message', 'Mensaje', 'Mensagem'],
    startsOn: ['De', 'From', 'Desde', 'De'],
    endsOn: ['Até', 'To', 'Hasta', 'Até'],
    helpName: [
      'Só quem escreve mensagens vê o título.',
      'Only those who write messages see the title.',
      'Solo quienes escriben mensajes ven el título.',
      'Só quem escreve mensagens vê o título.',
    ],
    helpMessage: [
      'Títulos, listas, citações e links, sem imagens.',
      'Headings, lists, quotes and links; no images.',
      'Títulos, listas, citas y enlaces, sin imágenes.',
      'Títulos, listas, citações e ligações, sem imagens.',
    ],
    helpEndsOn: [
      'Vazio: até que a mensagem seja excluída.',
      'Empty: until the message is removed.',
      'Vacío: hasta que se elimine el mensaje.',
      'Vazio: até a mensagem ser eliminada.',
    ],
  },
  broadcastList: {
    name: ['Título interno', 'Internal title', 'Título interno', 'Título interno'],
    message: ['Mensagem', 'Message', 'Mensaje', 'Mensagem'],
    startsOn: ['De', 'From', 'Desde', 'De'],
    endsOn: ['Até', 'To', 'Hasta', 'Até'],
    dismissed: ['Dispensada por', 'Dismissed by', 'Descartado por', 'Dispensada por'],
    state: ['Situação', 'State', 'Estado', 'Estado'],
    present: ['No ar', 'Live', 'Vigente', 'Em vigor'],
    planned: ['Programada', 'Scheduled', 'Programado', 'Agendada'],
    open: ['Sem fim', 'No end', 'Sin fin', 'Sem fim'],
  },
  /** Section 4: the broadcast message after a sign-in. */
  broadcast: {
    title: ['Aviso', 'Notice', 'Aviso para usted', 'Aviso'],
    dismiss: ['Não mostrar de novo', 'Do not show again', 'No volver a mostrar', 'Não mostrar novamente'],
    close: ['Fechar', 'Close', 'Cerrar', 'Fechar'],
  },
} as const satisfies SentencesByPlace
