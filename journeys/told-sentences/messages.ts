// The notifications that people write.
import type { SentencesByPlace } from './in-languages.ts'

export const messageSentences = {
  /** Notifications that people write. */
  messages: {
    title: ['Enviar notificações', 'Send notifications', 'Enviar notificaciones', 'Enviar notificações'],
    purpose: [
      'O que esta unidade avisou, a quem, e quem leu.',
      'What this business unit announced, to whom, and who has read it.',
      'Lo que esta unidad avisó, a quién y quién lo leyó.',
      'O que esta unidade comunicou, a quem, e quem leu.',
    ],
    empty: [
      'Escreva a primeira notificação: ela chega ao sino de cada pessoa na hora.',
      'Write the first notification: it reaches each person’s bell at once.',
      'Escriba la primera notificación: llega a la campana de cada persona al instante.',
      'Redija a primeira notificação: chega de imediato ao sino de cada pessoa.',
    ],
    add: ['Enviar notificação', 'Send notification', 'Enviar notificación', 'Enviar notificação'],
  },
  /** Section 3, notification: addressee, text, login notice. */
  messageForm: {
    add: ['Enviar notificação', 'Send notification', 'Enviar notificación', 'Enviar notificação'],
    what: ['O que dizer', 'What to say', 'Qué decir', 'O que dizer'],
    whatText: [
      'O texto que cada pessoa lê no próprio idioma. Sem tradução, vale o inglês e depois o primeiro idioma que tem o texto.',
      'The text that each person reads in their language. Without a translation, English applies, then the first language that has the text.',
      'El texto que cada persona lee en su idioma. Sin traducción vale el inglés y luego el primer idioma que tiene el texto.',
      'O texto que cada pessoa lê no seu idioma. Sem tradução, vale o inglês e depois o primeiro idioma que tem o texto.',
    ],
    who: ['A quem', 'To whom', 'A quién', 'A quem'],
    whoText: [
      'Só recebe quem pode entrar nesta unidade.',
      'Only people who may sign in to this business unit get it.',
      'Solo la recibe quien puede entrar en esta unidad.',
      'Só a recebe quem pode entrar nesta unidade.',
    ],
    when: ['Quando e como', 'When and how', 'Cuándo y cómo', 'Quando e como'],
    whenText: [
      'Os dias seguem o fuso horário da unidade.',
      'Days follow the time zone of the business unit.',
      'Los días siguen la zona horaria de la unidad.',
      'Os dias seguem o fuso horário da unidade.',
    ],
    title: ['Título', 'Title', 'Título', 'Título'],
    body: ['Texto', 'Text', 'Texto', 'Texto'],
    target: ['Para quem', 'To whom', 'Para quién', 'Para quem'],
    loginNotice: [
      'Mostrar depois de entrar',
      'Show after sign-in',
      'Mostrar después de entrar',
      'Mostrar depois de entrar',
    ],
    startsOn: ['A partir de', 'From', 'A partir de', 'A partir de'],
    endsOn: ['Até', 'Until', 'Hasta', 'Até'],
    helpBody: [
      'Imagens JPG e PNG. HTML de fora entra pelo botão de importação: só estilos inline, sem scripts.',
      'JPG and PNG images. HTML from elsewhere comes in with the import button: inline styles only, no scripts.',
      'Imágenes JPG y PNG. El HTML de fuera entra con el botón de importación: solo estilos en línea, sin scripts.',
      'Imagens JPG e PNG. O HTML de fora entra pelo botão de importação: apenas estilos inline, sem scripts.',
    ],
    helpLoginNotice: [
      'Quem receber vê o texto numa janela depois do próximo login, até marcar como lido.',
      'The addressees see the text in a window after their next sign-in, until they mark it as read.',
      'Quien la reciba ve el texto en una ventana después de su próximo inicio de sesión, hasta marcarla como leída.',
      'Quem a receber vê o texto numa janela depois da próxima entrada, até a marcar como lida.',
    ],
    helpStartsOn: ['Vazio: agora.', 'Empty: now.', 'Vacío: ahora.', 'Vazio: agora.'],
    helpEndsOn: [
      'Vazio: fica até ser excluída. Depois do último dia, ela some de todas as listas.',
      'Empty: it stays until it is deleted. After the last day it disappears from all lists.',
      'Vacío: queda hasta que se elimine. Después del último día desaparece de todas las listas.',
      'Vazio: fica até ser eliminada. Depois do último dia, desaparece de todas as listas.',
    ],
    everybody: ['Todas as pessoas', 'Everybody', 'Todas las personas', 'Todas as pessoas'],
    admin: ['Administradores', 'Administrators', 'Administradores', 'Administradores'],
    user: ['Leitores', 'Readers', 'Lectores', 'Leitores'],
    chosen: ['Grupos e pessoas', 'Groups and people', 'Grupos y personas', 'Grupos e pessoas'],
  },
  /** Section 3: individual users. */
  messageChosen: {
    groupIds: ['Grupos', 'Groups', 'Grupos', 'Grupos'],
    userIds: ['Pessoas', 'People', 'Personas', 'Pessoas'],
    addGroup: [
      'Busque um grupo por nome',
      'Search a group by name',
      'Busque un grupo por nombre',
      'Procure um grupo pelo nome',
    ],
    addPerson: [
      'Busque uma pessoa por nome ou e-mail',
      'Search a person by name or e-mail',
      'Busque una persona por nombre o correo',
      'Procure uma pessoa pelo nome ou e-mail',
    ],
  },
  messageList: {
    title: ['Enviar notificações', 'Send notifications', 'Enviar notificaciones', 'Enviar notificações'],
    fieldTitle: ['Título', 'Title', 'Título', 'Título'],
    target: ['Para quem', 'To whom', 'Para quién', 'Para quem'],
    readers: ['Quem leu', 'Who has read it', 'Quién la leyó', 'Quem leu'],
    author: ['Autor', 'Author', 'Autor', 'Autor'],
    scheduled: ['Programada', 'Scheduled', 'Programada', 'Agendada'],
    everybody: ['Todas as pessoas', 'Everybody', 'Todas las personas', 'Todas as pessoas'],
  },
  messagePage: {
    isNotice: [
      'Aparece também depois do próximo login.',
      'Also appears after the next sign-in.',
      'Aparece también después del próximo inicio de sesión.',
      'Aparece também depois da próxima entrada.',
    ],
    name: ['Pessoa', 'Person', 'Persona', 'Pessoa'],
    email: ['E-mail', 'E-mail', 'Correo', 'E-mail'],
    readAt: ['Leu em', 'Read on', 'Leída el', 'Leu em'],
    unread: ['Ainda não leu', 'Not read yet', 'Aún sin leer', 'Ainda não leu'],
    deleted: ['Excluiu da lista', 'Deleted from their list', 'Eliminada de su lista', 'Eliminou da lista'],
    startsOn: ['A partir de', 'From', 'A partir de', 'A partir de'],
  },
  /** A planned notification whose author lost the right. */
  refused: {
    refusedTitle: [
      'Esta notificação não foi enviada',
      'This notification was not sent',
      'Esta notificación no se envió',
      'Esta notificação não foi enviada',
    ],
    refusedNext: [
      'Se ainda for preciso avisar, escreva uma nova notificação e exclua esta.',
      'If people still need to know, write a new notification and delete this one.',
      'Si todavía hace falta avisar, escriba una notificación nueva y elimine esta.',
      'Se ainda for preciso avisar, escreva uma nova notificação e elimine esta.',
    ],
  },
  refusedRow: {
    refused: ['Não enviada', 'Not sent', 'No enviada', 'Não enviada'],
    rightLost: [
      'Quem a escreveu perdeu o direito de enviá-la.',
      'Its author lost the right to send it.',
      'Su autor perdió el derecho de enviarla.',
      'O autor perdeu o direito de a enviar.',
    ],
  },
  /** Section 5: HTML import. */
  importHtml: {
    import: ['Importar HTML', 'Import HTML', 'Importar HTML', 'Importar HTML'],
    importText: [
      'Cole o HTML. Só estilos inline; sem CSS externo, sem estilos em html, head ou body, sem scripts. Imagens entram pelo editor. O texto de agora é substituído.',
      'Paste the HTML. Inline styles only; no external CSS, no styles on html, head or body, no scripts. Pictures come in with the editor. The present text is replaced.',
      'Pegue el HTML. Solo estilos en línea; sin CSS externo, sin estilos en html, head o body, sin scripts. Las imágenes entran con el editor. El texto actual se sustituye.',
      'Cole o HTML. Apenas estilos inline; sem CSS externo, sem estilos em html, head ou body, sem scripts. As imagens entram pelo editor. O texto atual é substituído.',
    ],
    importAction: ['Importar', 'Import', 'Importar', 'Importar'],
  },
} as const satisfies SentencesByPlace
