// The notifications of a person, and their copies by e-mail.
import type { SentencesByPlace } from './in-languages.ts'

export const notificationSentences = {
  /** The link in a copy by e-mail that ends the copies. */
  mailEnd: {
    title: [
      'Deixar de receber cópias por e-mail?',
      'Stop receiving copies by e-mail?',
      '¿Dejar de recibir copias por correo?',
      'Deixar de receber cópias por e-mail?',
    ],
    text: [
      'As notificações continuam no portal. Você pode voltar a receber cópias na lista de notificações.',
      'The notifications stay in the portal. You can get copies again in the list of notifications.',
      'Las notificaciones siguen en el portal. Puede volver a recibir copias en la lista de notificaciones.',
      'As notificações continuam no portal. Pode voltar a receber cópias na lista de notificações.',
    ],
    action: ['Não receber mais', 'Stop copies', 'No recibir más', 'Não receber mais'],
  },
  mailEnded: {
    failed: [
      'Este link não vale mais.',
      'This link is no longer valid.',
      'Este enlace ya no es válido.',
      'Esta ligação já não é válida.',
    ],
  },
  /** Section 2, notification center; section 3, notification: read, deleted. */
  centre: {
    title: ['Notificações', 'Notifications', 'Notificaciones', 'Notificações'],
    purpose: [
      'O que o portal e outras pessoas avisaram a você.',
      'What the portal and other people have told you.',
      'Lo que el portal y otras personas le han avisado.',
      'O que o portal e outras pessoas lhe comunicaram.',
    ],
    allRead: ['Marcar todas como lidas', 'Mark all as read', 'Marcar todas como leídas', 'Marcar todas como lidas'],
    deleteRead: ['Excluir as lidas', 'Delete read ones', 'Eliminar las leídas', 'Eliminar as lidas'],
    state: ['Leitura', 'Read or not', 'Lectura', 'Leitura'],
    from: ['Origem', 'Source', 'Origen', 'Origem'],
    fieldTitle: ['Notificação', 'Notification', 'Notificación', 'Notificação'],
    author: ['De quem', 'From', 'De quién', 'De quem'],
    at: ['Recebida em', 'Received on', 'Recibida el', 'Recebida em'],
  },
  deleteRead: {
    deleteReadTitle: [
      'Excluir todas as notificações lidas?',
      'Delete all read notifications?',
      '¿Eliminar todas las notificaciones leídas?',
      'Eliminar todas as notificações lidas?',
    ],
    deleteReadText: [
      'Elas saem da sua lista. As outras pessoas continuam com as delas.',
      'They leave your list. Other people keep theirs.',
      'Salen de su lista. Las demás personas conservan las suyas.',
      'Saem da sua lista. As outras pessoas ficam com as delas.',
    ],
  },
  /** Copies by e-mail, which one of the staff chooses. */
  copies: {
    mails: ['Receber cópia por e-mail', 'Get a copy by e-mail', 'Recibir copia por correo', 'Receber cópia por e-mail'],
    mailsHelp: [
      'Vale para o que não é obrigatório.',
      'Applies to what is not mandatory.',
      'Vale para lo que no es obligatorio.',
      'Aplica-se ao que não é obrigatório.',
    ],
  },
  /** One notification, opened. */
  notification: {
    back: ['Todas as notificações', 'All notifications', 'Todas las notificaciones', 'Todas as notificações'],
    markUnread: ['Marcar como não lida', 'Mark as unread', 'Marcar como no leída', 'Marcar como não lida'],
    delete: ['Excluir da minha lista', 'Delete from my list', 'Eliminar de mi lista', 'Eliminar da minha lista'],
  },
  notificationDeleted: {
    deleted: [
      'A notificação saiu da sua lista.',
      'The notification left your list.',
      'La notificación salió de su lista.',
      'A notificação saiu da sua lista.',
    ],
  },
  centreEmpty: {
    title: ['Notificações', 'Notifications', 'Notificaciones', 'Notificações'],
    purpose: [
      'O que o portal e outras pessoas avisaram a você.',
      'What the portal and other people have told you.',
      'Lo que el portal y otras personas le han avisado.',
      'O que o portal e outras pessoas lhe comunicaram.',
    ],
    empty: [
      'O que avisarem a você aparece aqui e no sino da barra superior.',
      'What you are told appears here and at the bell in the top bar.',
      'Lo que le avisen aparece aquí y en la campana de la barra superior.',
      'O que lhe comunicarem aparece aqui e no sino da barra superior.',
    ],
  },
  /** Section 3: login notice. */
  notices: {
    notices: ['Avisos para você', 'Notices for you', 'Avisos para usted', 'Avisos para si'],
    later: ['Ver depois', 'Later', 'Ver después', 'Ver depois'],
    markRead: ['Marcar como lida', 'Mark as read', 'Marcar como leída', 'Marcar como lida'],
  },
  author: {
    by: ['De Ana Souza', 'From Ana Souza', 'De Ana Souza', 'De Ana Souza'],
  },
} as const satisfies SentencesByPlace
