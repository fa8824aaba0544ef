// The templates of mails.
import type { SentencesByPlace } from './in-languages.ts'

export const templateSentences = {
  /** Section 2, notification templates. */
  templates: {
    title: ['Modelos de notificação', 'Notification templates', 'Plantillas de notificación', 'Modelos de notificação'],
    purpose: [
      'O texto dos e-mails desta unidade. Sem modelo, vale o da plataforma ou o do portal.',
      'The text of the e-mails of this business unit. Without a template, that of the platform or of the portal applies.',
      'El texto de los correos de esta unidad. Sin plantilla vale el de la plataforma o el del portal.',
      'O texto dos e-mails desta unidade. Sem modelo, vale o da plataforma ou o do portal.',
    ],
    empty: [
      'Cadastre um modelo para trocar o texto de um tipo de e-mail.',
      'Add a template to change the text of a type of e-mail.',
      'Registre una plantilla para cambiar el texto de un tipo de correo.',
      'Registe um modelo para mudar o texto de um tipo de e-mail.',
    ],
    add: ['Novo modelo', 'New template', 'Nueva plantilla', 'Novo modelo'],
  },
  /** Section 3, notification template: type; its variables, preview and test. */
  templateForm: {
    add: ['Novo modelo', 'New template', 'Nueva plantilla', 'Novo modelo'],
    what: ['Texto do e-mail', 'Text of the e-mail', 'Texto del correo', 'Texto do e-mail'],
    whatText: [
      'Cada pessoa recebe no próprio idioma.',
      'Each person gets it in their language.',
      'Cada persona lo recibe en su idioma.',
      'Cada pessoa recebe-o no seu idioma.',
    ],
    look: ['Prévia', 'Preview', 'Vista previa', 'Pré-visualização'],
    lookText: [
      'Com valores de exemplo e o tema da unidade.',
      'With sample values and the theme of the business unit.',
      'Con valores de ejemplo y el tema de la unidad.',
      'Com valores de exemplo e o tema da unidade.',
    ],
    type: ['Tipo', 'Type', 'Tipo', 'Tipo'],
    subject: ['Assunto', 'Subject', 'Asunto', 'Assunto'],
    body: ['Texto', 'Text', 'Texto', 'Texto'],
    helpType: ['Um modelo por tipo.', 'One template for each type.', 'Una plantilla por tipo.', 'Um modelo por tipo.'],
    helpBody: [
      'Use as variáveis acima. Imagens não entram em e-mails.',
      'Use the variables above. Pictures do not go into e-mails.',
      'Use las variables de arriba. Las imágenes no entran en los correos.',
      'Use as variáveis acima. As imagens não entram nos e-mails.',
    ],
    variables: [
      'O que muda em cada mensagem',
      'What changes in each message',
      'Lo que cambia en cada mensaje',
      'O que muda em cada mensagem',
    ],
    start: [
      'Começar pelo texto atual',
      'Start with the present text',
      'Empezar con el texto actual',
      'Começar pelo texto atual',
    ],
    previewIn: ['Idioma', 'Language', 'Idioma', 'Idioma'],
    desktop: ['Computador', 'Desktop', 'Computadora', 'Computador'],
    phone: ['Celular', 'Phone', 'Teléfono', 'Telemóvel'],
    test: ['Enviar um teste para mim', 'Send a test to me', 'Enviarme una prueba', 'Enviar-me um teste'],
  },
  templateTypes: {
    userRegistered: ['Pessoa cadastrada', 'User registered', 'Persona registrada', 'Pessoa registada'],
    passwordRecovery: [
      'Recuperação de senha',
      'Password recovery',
      'Recuperación de contraseña',
      'Recuperação da palavra-passe',
    ],
    accessRequested: ['Acesso solicitado', 'Access requested', 'Acceso solicitado', 'Acesso pedido'],
    accessGranted: ['Acesso liberado', 'Access granted', 'Acceso concedido', 'Acesso concedido'],
    accessDenied: ['Acesso negado', 'Access denied', 'Acceso denegado', 'Acesso recusado'],
    ticketOpened: ['Chamado aberto', 'Ticket opened', 'Ticket abierto', 'Pedido aberto'],
    ticketAnswered: ['Chamado respondido', 'Ticket answered', 'Ticket respondido', 'Pedido respondido'],
    ticketResolved: ['Chamado resolvido', 'Ticket resolved', 'Ticket resuelto', 'Pedido resolvido'],
    taskFired: ['Alerta disparado', 'Alert fired', 'Alerta disparada', 'Alerta acionado'],
    reportPublished: ['Relatório publicado', 'Report published', 'Informe publicado', 'Relatório publicado'],
    datasetRefreshFailed: [
      'Falha na atualização de dados',
      'Dataset refresh failed',
      'Fallo en la actualización de datos',
      'Falha na atualização dos dados',
    ],
    maintenanceAnnounced: [
      'Manutenção anunciada',
      'Maintenance announced',
      'Mantenimiento anunciado',
      'Manutenção anunciada',
    ],
    userEnding: [
      'Acesso prestes a terminar',
      'Access about to end',
      'Acceso a punto de terminar',
      'Acesso prestes a terminar',
    ],
    exportDelivered: ['Exportação entregue', 'Export delivered', 'Exportación entregada', 'Exportação entregue'],
    writtenMessage: [
      'Notificação escrita por uma pessoa',
      'Notification written by a person',
      'Notificación escrita por una persona',
      'Notificação escrita por uma pessoa',
    ],
    commentMentioned: [
      'Citação em um comentário',
      'Mention in a comment',
      'Mención en un comentario',
      'Menção num comentário',
    ],
    changelogSent: ['Novidade do portal', 'News of the portal', 'Novedad del portal', 'Novidade do portal'],
    termsChanged: [
      'Termos de uso alterados',
      'Terms of use changed',
      'Términos de uso modificados',
      'Termos de utilização alterados',
    ],
    passwordElsewhere: [
      'Senha guardada por outro provedor',
      'Password kept by another provider',
      'Contraseña guardada por otro proveedor',
      'Palavra-passe guardada por outro fornecedor',
    ],
    registrationVerify: [
      'Cadastro: confirmar o e-mail',
      'Registration: confirm the e-mail',
      'Registro: confirmar el correo',
      'Registo: confirmar o e-mail',
    ],
    registrationKnown: [
      'Cadastro: já existe uma conta',
      'Registration: the account exists already',
      'Registro: la cuenta ya existe',
      'Registo: a conta já existe',
    ],
    registrationWaiting: [
      'Cadastro: ainda em análise',
      'Registration: still under review',
      'Registro: todavía en revisión',
      'Registo: ainda em análise',
    ],
    registrationApproved: ['Cadastro aprovado', 'Registration approved', 'Registro aprobado', 'Registo aprovado'],
    registrationDeclined: ['Cadastro recusado', 'Registration declined', 'Registro rechazado', 'Registo recusado'],
    registrationToApprove: [
      'Cadastro aguardando aprovação',
      'Registration waiting for approval',
      'Registro a la espera de aprobación',
      'Registo à espera de aprovação',
    ],
  },
  /** Section 5: unique per type. */
  templateTaken: {
    taken: [
      'Este tipo de modelo já foi cadastrado',
      'This type of template has already been registered',
      'Este tipo de plantilla ya ha sido registrado',
      'Este tipo de modelo já foi registado',
    ],
  },
  templateTest: {
    testSent: [
      'O e-mail de teste está a caminho.',
      'The test e-mail is on its way.',
      'El correo de prueba está en camino.',
      'O e-mail de teste está a caminho.',
    ],
  },
} as const satisfies SentencesByPlace
