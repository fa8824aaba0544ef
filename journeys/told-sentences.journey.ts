// The sentences that only the browser says, of all that tells people something: notifications, templates, broadcast, survey, user terms,
// questions, updates, and the page of a blocked pop-up. Each is written here as the specification or the product words it, and read on a
// page in four languages. The sentences of the server are in apps/server/told-sentences.db.test.ts.
import { expect, type Page } from '@playwright/test'
import { broadcastCalls } from '#features/broadcasts/contract.ts'
import { changelogEntryCalls } from '#features/changelog/contract.ts'
import { faqEntryCalls } from '#features/faq/contract.ts'
import { deleteNotifications } from '#features/notifications/contract.ts'
import { addMessage } from '#features/notifications/messages/contract.ts'
import { templateCalls } from '#features/notifications/templates/contract.ts'
import { readProfile, updateProfile } from '#features/profile/contract.ts'
import { readSurvey, updateSurvey } from '#features/survey/contract.ts'
import { acceptTerm, publishTerm, userTermCalls } from '#features/user-terms/contract.ts'
import { faultsOf, fits, noViolations, people, type Portal, test } from './portal.ts'

/** In pt-BR, en-US, es and pt-PT. */
type Sentence = readonly [ptBR: string, enUS: string, es: string, ptPT: string]
type Sentences = Readonly<Record<string, Sentence>>

/** By place. The sections are those of the specification. */
const said = {
  /** Section 2, /popup_blocked: the pop-up blocked page, with the steps of each browser. */
  popup: {
    chrome: [
      'No computador: clique no ícone de janela bloqueada à direita da barra de endereço, escolha “Sempre permitir pop-ups” e clique em Concluído. No celular: menu ⋮ › Configurações › Configurações do site › Pop-ups e redirecionamentos.',
      'On a computer: click the blocked-window icon at the right of the address bar, choose “Always allow pop-ups” and click Done. On a phone: menu ⋮ › Settings › Site settings › Pop-ups and redirects.',
      'En una computadora: haga clic en el icono de ventana bloqueada a la derecha de la barra de direcciones, elija «Permitir siempre» y haga clic en Listo. En un teléfono: menú ⋮ › Configuración › Configuración de sitios › Ventanas emergentes y redirecciones.',
      'No computador: clique no ícone de janela bloqueada à direita da barra de endereço, escolha «Permitir sempre pop-ups» e clique em Concluído. No telemóvel: menu ⋮ › Definições › Definições do site › Pop-ups e redirecionamentos.',
    ],
    edge: [
      'Clique no ícone de janela bloqueada na barra de endereço, escolha “Sempre permitir” e recarregue a página. Em todas as janelas: Configurações › Cookies e permissões do site › Pop-ups e redirecionamentos.',
      'Click the blocked-window icon in the address bar, choose “Always allow” and reload the page. For all windows: Settings › Cookies and site permissions › Pop-ups and redirects.',
      'Haga clic en el icono de ventana bloqueada en la barra de direcciones, elija «Permitir siempre» y recargue la página. Para todas las ventanas: Configuración › Cookies y permisos del sitio › Ventanas emergentes y redirecciones.',
      'Clique no ícone de janela bloqueada na barra de endereço, escolha «Permitir sempre» e recarregue a página. Para todas as janelas: Definições › Cookies e permissões de sites › Pop-ups e redirecionamentos.',
    ],
    firefox: [
      'Na faixa amarela no alto da página, abra Opções (ou Preferências) e escolha permitir pop-ups deste site. Em todas as janelas: Configurações › Privacidade e segurança › Permissões.',
      'In the yellow bar at the top of the page, open Options (or Preferences) and allow pop-ups of this site. For all windows: Settings › Privacy & Security › Permissions.',
      'En la barra amarilla de la parte superior de la página, abra Opciones (o Preferencias) y permita las ventanas emergentes de este sitio. Para todas las ventanas: Ajustes › Privacidad y seguridad › Permisos.',
      'Na barra amarela no topo da página, abra Opções (ou Preferências) e permita as janelas deste site. Para todas as janelas: Definições › Privacidade e segurança › Permissões.',
    ],
    safari: [
      'No Mac: Safari › Ajustes › Sites › Janelas pop-up, e escolha Permitir para este site. No iPhone e no iPad: Ajustes › Apps › Safari, e desligue Bloquear Pop-ups.',
      'On a Mac: Safari › Settings › Websites › Pop-up Windows, and choose Allow for this site. On iPhone and iPad: Settings › Apps › Safari, and switch off Block Pop-ups.',
      'En un Mac: Safari › Ajustes › Sitios web › Ventanas emergentes, y elija Permitir para este sitio. En iPhone y iPad: Ajustes › Apps › Safari, y desactive Bloquear ventanas.',
      'No Mac: Safari › Definições › Sites › Janelas pop-up, e escolha Permitir para este site. No iPhone e no iPad: Definições › Apps › Safari, e desative Bloquear pop-ups.',
    ],
    opera: [
      'Clique no ícone de janela bloqueada na barra de endereço e escolha permitir pop-ups deste site.',
      'Click the blocked-window icon in the address bar and allow pop-ups of this site.',
      'Haga clic en el icono de ventana bloqueada en la barra de direcciones y permita las ventanas emergentes de este sitio.',
      'Clique no ícone de janela bloqueada na barra de endereço e permita as janelas deste site.',
    ],
  },
  popupPage: {
    title: [
      'O navegador bloqueou a janela',
      'The browser blocked the window',
      'El navegador bloqueó la ventana',
      'O navegador bloqueou a janela',
    ],
    text: [
      'Permita janelas pop-up para este site e tente de novo. O aviso costuma ficar ao lado da barra de endereço.',
      'Allow pop-up windows for this site and try again. The notice is usually beside the address bar.',
      'Permita las ventanas emergentes de este sitio e inténtelo de nuevo. El aviso suele estar junto a la barra de direcciones.',
      'Permita janelas pop-up para este site e tente novamente. O aviso costuma estar ao lado da barra de endereço.',
    ],
    how: [
      'Escolha o seu navegador e siga os passos. Depois, volte e tente de novo.',
      'Choose your browser and follow the steps. Then go back and try again.',
      'Elija su navegador y siga los pasos. Después, vuelva e inténtelo de nuevo.',
      'Escolha o seu navegador e siga os passos. Depois, volte atrás e tente novamente.',
    ],
    yours: ['Seu navegador', 'Your browser', 'Su navegador', 'O seu navegador'],
    blocker: [
      'Um bloqueador de anúncios também pode barrar a janela: desligue-o para este site.',
      'An ad blocker can also stop the window: switch it off for this site.',
      'Un bloqueador de anuncios también puede impedir la ventana: desactívelo para este sitio.',
      'Um bloqueador de anúncios também pode impedir a janela: desative-o para este site.',
    ],
  },
  /** Section 2, /faq: the public questions, before anybody wrote one. */
  faqEmpty: {
    title: ['Perguntas frequentes', 'Frequently asked questions', 'Preguntas frecuentes', 'Perguntas frequentes'],
    empty: [
      'Ainda não há perguntas. Fale com o seu administrador se precisar de ajuda.',
      'There are no questions yet. Ask your administrator if you need help.',
      'Todavía no hay preguntas. Hable con su administrador si necesita ayuda.',
      'Ainda não há perguntas. Contacte o administrador se precisar de ajuda.',
    ],
    listEmpty: [
      'Nenhum registro encontrado!',
      'No records found!',
      '¡No se encontraron registros!',
      'Não foram encontrados registos!',
    ],
    toSignIn: ['Ir para a entrada', 'Go to sign-in', 'Ir al inicio de sesión', 'Ir para o início de sessão'],
  },
  /** The questions, written. */
  faq: {
    title: ['Perguntas frequentes', 'Frequently asked questions', 'Preguntas frecuentes', 'Perguntas frequentes'],
    purpose: [
      'Respostas às dúvidas mais comuns.',
      'Answers to the most common questions.',
      'Respuestas a las dudas más comunes.',
      'Respostas às dúvidas mais comuns.',
    ],
    search: ['Buscar nas perguntas', 'Search the questions', 'Buscar en las preguntas', 'Pesquisar nas perguntas'],
  },
  /** Writing the questions. */
  faqWriting: {
    title: [
      'Escrever perguntas frequentes',
      'Write frequently asked questions',
      'Escribir preguntas frecuentes',
      'Escrever perguntas frequentes',
    ],
    purpose: [
      'Perguntas e respostas para as pessoas, na ordem em que elas as veem.',
      'Questions and answers for people, in the order in which they see them.',
      'Preguntas y respuestas para las personas, en el orden en que las ven.',
      'Perguntas e respostas para as pessoas, pela ordem em que as veem.',
    ],
    empty: [
      'Escreva a primeira pergunta com a sua resposta.',
      'Write the first question with its answer.',
      'Escriba la primera pregunta con su respuesta.',
      'Escreva a primeira pergunta com a respetiva resposta.',
    ],
    add: [
      'Nova pergunta frequente',
      'New frequently asked question',
      'Nueva pregunta frecuente',
      'Nova pergunta frequente',
    ],
  },
  faqForm: {
    add: [
      'Nova pergunta frequente',
      'New frequently asked question',
      'Nueva pregunta frecuente',
      'Nova pergunta frequente',
    ],
    question: ['Pergunta', 'Question', 'Pregunta', 'Pergunta'],
    answer: ['Resposta', 'Answer', 'Respuesta', 'Resposta'],
    helpAnswer: [
      'Títulos, listas, citações e links, sem imagens.',
      'Headings, lists, quotes and links; no images.',
      'Títulos, listas, citas y enlaces, sin imágenes.',
      'Títulos, listas, citações e ligações, sem imagens.',
    ],
    whatText: [
      'O que falta num idioma é lido em inglês ou, sem inglês, em português.',
      'What is missing in a language is read in English or, without English, in Portuguese.',
      'Lo que falta en un idioma se lee en inglés o, sin inglés, en portugués.',
      'O que falta numa língua é lido em inglês ou, sem inglês, em português.',
    ],
  },
  faqOrder: {
    open: ['Mudar a ordem', 'Change the order', 'Cambiar el orden', 'Alterar a ordem'],
    title: ['Ordem das perguntas', 'Order of the questions', 'Orden de las preguntas', 'Ordem das perguntas'],
    help: [
      'Arraste uma pergunta ou use as setas.',
      'Drag a question, or use the arrows.',
      'Arrastre una pregunta o use las flechas.',
      'Arraste uma pergunta ou use as setas.',
    ],
  },
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
  /** Section 2, notification center: users per report. */
  usersPerReport: {
    title: ['Usuários por relatório', 'Users per report', 'Usuarios por informe', 'Utilizadores por relatório'],
    purpose: [
      'Quem pode abrir cada relatório, e por qual liberação.',
      'Who may open each report, and by which grant.',
      'Quién puede abrir cada informe, y con qué permiso.',
      'Quem pode abrir cada relatório, e por que concessão.',
    ],
    report: ['Relatório', 'Report', 'Informe', 'Relatório'],
    place: ['Grupo e subgrupo', 'Group and subgroup', 'Grupo y subgrupo', 'Grupo e subgrupo'],
    person: ['Pessoa', 'Person', 'Persona', 'Pessoa'],
    email: ['E-mail', 'Email', 'Correo electrónico', 'E-mail'],
    way: ['Liberação', 'Grant', 'Permiso', 'Concessão'],
    groups: ['Grupos de usuários', 'User groups', 'Grupos de usuarios', 'Grupos de utilizadores'],
    opens: ['Pode abrir', 'May open', 'Puede abrir', 'Pode abrir'],
  },
  /** Section 2, notification center: reports per user. */
  reportsPerUser: {
    title: ['Relatórios por usuário', 'Reports per user', 'Informes por usuario', 'Relatórios por utilizador'],
    purpose: [
      'O que cada pessoa pode abrir, e por qual liberação.',
      'What each person may open, and by which grant.',
      'Qué puede abrir cada persona, y con qué permiso.',
      'O que cada pessoa pode abrir, e por que concessão.',
    ],
    person: ['Pessoa', 'Person', 'Persona', 'Pessoa'],
    email: ['E-mail', 'Email', 'Correo electrónico', 'E-mail'],
    report: ['Relatório', 'Report', 'Informe', 'Relatório'],
    way: ['Liberação', 'Grant', 'Permiso', 'Concessão'],
    opens: ['Pode abrir', 'May open', 'Puede abrir', 'Pode abrir'],
  },
  /** Section 2, notification center: maintenance. */
  maintenance: {
    title: [
      'Manutenções de relatórios',
      'Report maintenance',
      'Mantenimiento de informes',
      'Manutenções de relatórios',
    ],
    text: [
      'O que está ou estará em manutenção nos próximos 14 dias, entre os relatórios que você pode abrir.',
      'What is or will be under maintenance in the next 14 days, among the reports that you may open.',
      'Lo que está o estará en mantenimiento en los próximos 14 días, entre los informes que puede abrir.',
      'O que está ou estará em manutenção nos próximos 14 dias, entre os relatórios que pode abrir.',
    ],
    empty: [
      'Nenhuma manutenção à vista: todos os seus relatórios estão disponíveis.',
      'No maintenance ahead: all your reports are available.',
      'Ningún mantenimiento previsto: todos sus informes están disponibles.',
      'Nenhuma manutenção à vista: todos os seus relatórios estão disponíveis.',
    ],
  },
  /** Notifications that people write. */
  messages: {
    title: ['Escrever notificações', 'Write notifications', 'Escribir notificaciones', 'Redigir notificações'],
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
    add: ['Nova notificação', 'New notification', 'Nueva notificación', 'Nova notificação'],
  },
  /** Section 3, notification: addressee, text, login notice. */
  messageForm: {
    add: ['Nova notificação', 'New notification', 'Nueva notificación', 'Nova notificação'],
    what: ['O que dizer', 'What to say', 'Qué decir', 'O que dizer'],
    whatText: [
      'O texto que cada pessoa lê no próprio idioma. Sem tradução, vale o inglês e depois o português.',
      'The text that each person reads in their language. Without a translation, English applies, then Portuguese.',
      'El texto que cada persona lee en su idioma. Sin traducción vale el inglés y luego el portugués.',
      'O texto que cada pessoa lê no seu idioma. Sem tradução, vale o inglês e depois o português.',
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
      'Quem receber vê o texto numa janela depois da próxima entrada, até marcar como lido.',
      'The addressees see the text in a window after their next sign-in, until they mark it as read.',
      'Quien la reciba ve el texto en una ventana después de su próxima entrada, hasta marcarla como leída.',
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
    title: ['Escrever notificações', 'Write notifications', 'Escribir notificaciones', 'Redigir notificações'],
    fieldTitle: ['Título', 'Title', 'Título', 'Título'],
    target: ['Para quem', 'To whom', 'Para quién', 'Para quem'],
    readers: ['Quem leu', 'Who has read it', 'Quién la leyó', 'Quem leu'],
    author: ['Autor', 'Author', 'Autor', 'Autor'],
    scheduled: ['Programada', 'Scheduled', 'Programada', 'Agendada'],
    everybody: ['Todas as pessoas', 'Everybody', 'Todas las personas', 'Todas as pessoas'],
  },
  messagePage: {
    isNotice: [
      'Aparece também depois da próxima entrada.',
      'Also appears after the next sign-in.',
      'Aparece también después de la próxima entrada.',
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
    variables: ['Variáveis', 'Variables', 'Variables del texto', 'Variáveis'],
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
    ticketOpened: ['Chamado aberto', 'Ticket opened', 'Tique abierto', 'Pedido aberto'],
    ticketAnswered: ['Chamado respondido', 'Ticket answered', 'Tique respondido', 'Pedido respondido'],
    ticketResolved: ['Chamado resolvido', 'Ticket resolved', 'Tique resuelto', 'Pedido resolvido'],
    taskFired: ['Tarefa disparada', 'Task fired', 'Tarea disparada', 'Tarefa acionada'],
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
      'Cadastro à espera de aprovação',
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
  /** Section 2, user terms. */
  terms: {
    title: ['Termos de uso', 'User terms', 'Términos de uso', 'Termos de utilização'],
    purpose: [
      'Textos que as pessoas leem ou aceitam, e quem já os aceitou.',
      'Texts that people read or accept, and who has accepted them.',
      'Textos que las personas leen o aceptan, y quién los ha aceptado.',
      'Textos que as pessoas leem ou aceitam, e quem já os aceitou.',
    ],
    empty: [
      'Escreva o primeiro termo. Ninguém o vê antes da publicação.',
      'Write the first term. Nobody sees it before it is published.',
      'Escriba el primer término. Nadie lo ve antes de su publicación.',
      'Escreva o primeiro termo. Ninguém o vê antes da publicação.',
    ],
    add: ['Novo termo de uso', 'New user term', 'Nuevo término de uso', 'Novo termo de utilização'],
  },
  /** Section 3, user term: condition, display location. */
  termForm: {
    add: ['Novo termo de uso', 'New user term', 'Nuevo término de uso', 'Novo termo de utilização'],
    whatText: [
      'O que falta num idioma é lido em inglês ou, sem inglês, em português.',
      'What is missing in a language is read in English or, without English, in Portuguese.',
      'Lo que falta en un idioma se lee en inglés o, sin inglés, en portugués.',
      'O que falta numa língua é lido em inglês ou, sem inglês, em português.',
    ],
    where: ['Onde e como', 'Where and how', 'Dónde y cómo', 'Onde e como'],
    whereText: [
      'Vale assim que você salva. Só o texto espera a publicação.',
      'This applies as soon as you save. Only the text waits to be published.',
      'Se aplica en cuanto guarda. Solo el texto espera a la publicación.',
      'Aplica-se assim que guardar. Só o texto espera pela publicação.',
    ],
    title: ['Título', 'Title', 'Título', 'Título'],
    body: ['Texto', 'Text', 'Texto', 'Texto'],
    condition: ['Condição', 'Condition', 'Condición', 'Condição'],
    place: ['Local de exibição', 'Display location', 'Lugar de visualización', 'Local de apresentação'],
    active: ['Em vigor', 'In force', 'En vigor', 'Em vigor'],
    helpBody: [
      'Títulos, listas, citações e links, sem imagens.',
      'Headings, lists, quotes and links; no images.',
      'Títulos, listas, citas y enlaces, sin imágenes.',
      'Títulos, listas, citações e ligações, sem imagens.',
    ],
    helpCondition: [
      'Sem aceitar um termo obrigatório, ninguém continua. Um informativo só é mostrado.',
      'Nobody continues without accepting a mandatory term. An informative one is only shown.',
      'Nadie continúa sin aceptar un término obligatorio. Uno informativo solo se muestra.',
      'Ninguém continua sem aceitar um termo obrigatório. Um informativo é apenas mostrado.',
    ],
    helpPlace: [
      'No cadastro: uma nova versão é pedida depois da entrada a quem aceitou uma anterior.',
      'At registration: whoever accepted an earlier version is asked for a new one after the sign-in.',
      'En el registro: a quien aceptó una versión anterior se le pide la nueva después de entrar.',
      'No registo: a quem aceitou uma versão anterior é pedida a nova depois do início de sessão.',
    ],
    helpActive: [
      'Fora de vigor, o termo não é mostrado a ninguém.',
      'A term that is not in force is shown to nobody.',
      'Un término que no está en vigor no se muestra a nadie.',
      'Um termo que não está em vigor não é mostrado a ninguém.',
    ],
    mandatory: ['Obrigatório', 'Mandatory', 'Obligatorio', 'Obrigatório'],
    informative: ['Informativo', 'Informative', 'Informativo', 'Informativo'],
    afterLogin: ['Depois da entrada', 'After the sign-in', 'Después de entrar', 'Depois do início de sessão'],
    registration: ['No cadastro', 'At registration', 'En el registro', 'No registo'],
    report: ['Antes de um relatório', 'Before a report', 'Antes de un informe', 'Antes de um relatório'],
    preview: ['Pré-visualizar', 'Preview', 'Vista previa', 'Pré-visualizar'],
  },
  termAdded: {
    added: [
      'Salvo como rascunho. As pessoas veem o termo depois que você publica a versão 1, no fim desta página.',
      'Saved as a draft. People see the term after you publish version 1, at the end of this page.',
      'Guardado como borrador. Las personas verán el término cuando publique la versión 1, al final de esta página.',
      'Guardado como rascunho. As pessoas veem o termo depois de publicar a versão 1, no fim desta página.',
    ],
    versions: ['Versões', 'Versions', 'Versiones', 'Versões'],
    versionsText: [
      'Cada publicação é uma versão nova, e todas as pessoas são perguntadas de novo.',
      'Each publication is a new version, and everybody is asked again.',
      'Cada publicación es una versión nueva, y se pregunta de nuevo a todas las personas.',
      'Cada publicação é uma versão nova, e todas as pessoas são perguntadas de novo.',
    ],
    none: [
      'Nenhuma versão publicada.',
      'No version is published.',
      'No hay ninguna versión publicada.',
      'Nenhuma versão publicada.',
    ],
    toAcceptances: ['Quem aceitou', 'Who accepted', 'Quién ha aceptado', 'Quem aceitou'],
  },
  termPublication: {
    publishTitle: [
      'Publicar esta versão?',
      'Publish this version?',
      '¿Publicar esta versión?',
      'Publicar esta versão?',
    ],
    publishText: [
      'Todas as pessoas a quem o termo se aplica são perguntadas de novo. Um termo obrigatório interrompe o que estão fazendo.',
      'Everybody whom the term concerns is asked again. A mandatory term interrupts what they are doing.',
      'Se pregunta de nuevo a todas las personas a las que se aplica el término. Uno obligatorio interrumpe lo que están haciendo.',
      'Todas as pessoas a quem o termo se aplica são perguntadas de novo. Um termo obrigatório interrompe o que estão a fazer.',
    ],
  },
  termList: {
    title: ['Título', 'Title', 'Título', 'Título'],
    condition: ['Condição', 'Condition', 'Condición', 'Condição'],
    place: ['Local de exibição', 'Display location', 'Lugar de visualización', 'Local de apresentação'],
    state: ['Situação', 'State', 'Estado', 'Estado'],
    publishedAt: ['Publicado em', 'Published on', 'Publicado el', 'Publicado em'],
    accepted: ['Aceites', 'Acceptances', 'Aceptaciones', 'Aceitações'],
    mandatory: ['Obrigatório', 'Mandatory', 'Obligatorio', 'Obrigatório'],
    informative: ['Informativo', 'Informative', 'Informativo', 'Informativo'],
    afterLogin: ['Depois da entrada', 'After the sign-in', 'Después de entrar', 'Depois do início de sessão'],
    draft: ['Rascunho', 'Draft', 'Borrador', 'Rascunho'],
  },
  /** Section 3, user term: accepted. */
  acceptances: {
    title: ['Aceites', 'Acceptances', 'Aceptaciones', 'Aceitações'],
    purpose: [
      'Quem aceitou este termo, quando e de qual endereço, e quem ainda não.',
      'Who accepted this term, when and from which address, and who has not.',
      'Quién ha aceptado este término, cuándo y desde qué dirección, y quién todavía no.',
      'Quem aceitou este termo, quando e de que endereço, e quem ainda não.',
    ],
    name: ['Nome', 'Name', 'Nombre', 'Nome'],
    email: ['E-mail', 'Email', 'Correo electrónico', 'E-mail'],
    accepted: [
      'Aceitou a versão atual',
      'Accepted the present version',
      'Ha aceptado la versión actual',
      'Aceitou a versão atual',
    ],
    acceptedAt: ['Quando', 'When', 'Cuándo', 'Quando'],
    address: ['Endereço IP', 'IP address', 'Dirección IP', 'Endereço IP'],
    yes: ['Aceitou', 'Accepted', 'Aceptado', 'Aceitou'],
    no: ['Não aceitou', 'Not accepted', 'Sin aceptar', 'Não aceitou'],
  },
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
      'Escreva a primeira mensagem para avisar a todos depois da entrada.',
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
      'O que falta numa língua é lido em inglês ou, sem inglês, em português.',
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
  /** Section 2, profile survey; its switch and answers. */
  surveyPage: {
    title: ['Pesquisa de perfil', 'Profile survey', 'Encuesta de perfil', 'Inquérito de perfil'],
    purpose: [
      'Uma pergunta depois da entrada: qual é o cargo da pessoa. A resposta não muda o acesso de ninguém.',
      'One question after the sign-in: the position of the person. The answer changes nobody’s access.',
      'Una pregunta después de entrar: el cargo de la persona. La respuesta no cambia el acceso de nadie.',
      'Uma pergunta depois do início de sessão: o cargo da pessoa. A resposta não altera o acesso de ninguém.',
    ],
    enabled: ['Perguntar o cargo', 'Ask for the position', 'Preguntar el cargo', 'Perguntar o cargo'],
    helpEnabled: [
      'Quem ainda não respondeu é perguntado depois da próxima entrada, até responder.',
      'Everybody who has not answered is asked after the next sign-in, until they answer.',
      'A quien aún no ha respondido se le pregunta después de entrar, hasta que responda.',
      'A quem ainda não respondeu é perguntado depois do próximo início de sessão, até responder.',
    ],
    whatText: [
      'A equipe da plataforma pergunta a todos; um parceiro, às pessoas das suas unidades de negócio.',
      'The platform’s staff ask everybody; a partner asks the people of its business units.',
      'El personal de la plataforma pregunta a todos; un socio, a las personas de sus unidades de negocio.',
      'A equipa da plataforma pergunta a todos; um parceiro, às pessoas das suas unidades de negócio.',
    ],
    answers: ['Respostas', 'Answers', 'Respuestas', 'Respostas'],
    none: [
      'Ainda não há respostas. Elas aparecem aqui assim que as pessoas responderem.',
      'There are no answers yet. They appear here as soon as people answer.',
      'Todavía no hay respuestas. Aparecen aquí en cuanto las personas respondan.',
      'Ainda não há respostas. Aparecem aqui assim que as pessoas responderem.',
    ],
  },
  surveyAnswers: {
    position: ['Cargo', 'Position', 'Cargo', 'Cargo'],
    people: ['Pessoas', 'People', 'Personas', 'Pessoas'],
    details: ['Outros cargos', 'Other positions', 'Otros cargos', 'Outros cargos'],
    diretor: ['Diretor', 'Director', 'Director', 'Diretor'],
    supervisor: ['Supervisor', 'Supervisor', 'Supervisor', 'Supervisor'],
    gerente: ['Gerente', 'Manager', 'Gerente', 'Gerente'],
    analista: ['Analista', 'Analyst', 'Analista', 'Analista'],
    outro: ['Outro', 'Other', 'Otro', 'Outro'],
  },
  /** Section 5: one position must be chosen from diretor, supervisor, gerente, analista, outro. */
  survey: {
    title: ['Conte-nos o seu cargo', 'Tell us your position', 'Cuéntenos su cargo', 'Diga-nos o seu cargo'],
    question: ['Qual é o seu cargo?', 'What is your position?', '¿Cuál es su cargo?', 'Qual é o seu cargo?'],
    why: [
      'A resposta nos ajuda a melhorar os relatórios. Ela não muda o seu acesso.',
      'The answer helps us to improve the reports. It does not change your access.',
      'La respuesta nos ayuda a mejorar los informes. No cambia su acceso.',
      'A resposta ajuda-nos a melhorar os relatórios. Não altera o seu acesso.',
    ],
    diretor: ['Diretor', 'Director', 'Director', 'Diretor'],
    supervisor: ['Supervisor', 'Supervisor', 'Supervisor', 'Supervisor'],
    gerente: ['Gerente', 'Manager', 'Gerente', 'Gerente'],
    analista: ['Analista', 'Analyst', 'Analista', 'Analista'],
    outro: ['Outro', 'Other', 'Otro', 'Outro'],
    later: ['Responder depois', 'Answer later', 'Responder después', 'Responder mais tarde'],
    send: ['Responder', 'Answer', 'Responder', 'Responder'],
  },
  /** Section 5: if outro, the free text must be non-empty. */
  surveyOther: {
    detail: ['Qual?', 'Which one?', '¿Cuál?', 'Qual?'],
  },
  /** Section 4: the broadcast message after a sign-in. */
  broadcast: {
    title: ['Aviso', 'Notice', 'Aviso para usted', 'Aviso'],
    dismiss: ['Não mostrar de novo', 'Do not show again', 'No volver a mostrar', 'Não mostrar novamente'],
    close: ['Fechar', 'Close', 'Cerrar', 'Fechar'],
  },
  /** A mandatory term after a sign-in. */
  mandatory: {
    mandatory: [
      'Para continuar, leia e aceite este termo.',
      'Read and accept this term to continue.',
      'Para continuar, lea y acepte este término.',
      'Para continuar, leia e aceite este termo.',
    ],
    text: ['Texto do termo', 'Text of the term', 'Texto del término', 'Texto do termo'],
    agree: ['Li e aceito', 'I have read it and accept it', 'Lo he leído y lo acepto', 'Li e aceito'],
    accept: ['Aceitar', 'Accept', 'Aceptar', 'Aceitar'],
    leave: ['Sair', 'Sign out', 'Salir', 'Terminar sessão'],
  },
  /** An informative one. */
  informative: {
    text: ['Texto do termo', 'Text of the term', 'Texto del término', 'Texto do termo'],
    read: ['Entendi', 'Got it', 'Entendido', 'Percebi'],
  },
  /** Section 3: login notice. */
  notices: {
    notices: ['Avisos para você', 'Notices for you', 'Avisos para usted', 'Avisos para si'],
    later: ['Ver depois', 'Later', 'Ver después', 'Ver depois'],
    markRead: ['Marcar como lida', 'Mark as read', 'Marcar como leída', 'Marcar como lida'],
  },
  /** Buttons of every form. */
  actions: {
    add: ['Adicionar', 'Add', 'Agregar', 'Adicionar'],
    save: ['Salvar', 'Save', 'Guardar', 'Guardar'],
    no: ['Não', 'No', 'No', 'Não'],
  },
  /** Section 8. */
  done: {
    done: ['Feito com sucesso!', 'Done successfully!', '¡Hecho con éxito!', 'Concluído com sucesso!'],
  },

  /** Section 5: "{name} is required!". */
  required: {
    position: [
      'O campo Cargo é obrigatório!',
      'Position is required!',
      '¡El campo Cargo es obligatorio!',
      'O campo Cargo é obrigatório!',
    ],
  },
  requiredDetail: {
    detail: [
      'O campo Qual? é obrigatório!',
      'Which one? is required!',
      '¡El campo ¿Cuál? es obligatorio!',
      'O campo Qual? é obrigatório!',
    ],
  },
  requiredTitle: {
    title: [
      'O campo Título é obrigatório!',
      'Title is required!',
      '¡El campo Título es obligatorio!',
      'O campo Título é obrigatório!',
    ],
  },
  author: {
    by: ['De Ana Souza', 'From Ana Souza', 'De Ana Souza', 'De Ana Souza'],
  },
} as const satisfies Record<string, Sentences>

type Group = keyof typeof said

/** A language with the person who is greeted in it, and the window of the pages that everybody sees. */
const speakers = [
  { language: 'pt-BR', who: people.seller, width: 1280, colorScheme: 'light' },
  { language: 'en-US', who: people.otherSeller, width: 1280, colorScheme: 'dark' },
  { language: 'es', who: people.manager, width: 390, colorScheme: 'dark' },
  { language: 'pt-PT', who: people.reader, width: 390, colorScheme: 'dark' },
] as const

const inAll = (text: string) => ({
  'pt-BR': text,
  'en-US': `${text} (en)`,
  es: `${text} (es)`,
  'pt-PT': `${text} (pt)`,
})
const day = (ahead: number) =>
  new Date(Date.now() + ahead * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })

/** Sends a request of a person; it must succeed. */
async function askAs(portal: Portal, who: string, unit?: string) {
  const ask = await portal.as(who, unit)
  return async (call: { method: string; path: string }, body?: object) => {
    const method = call.method as 'GET' | 'POST' | 'PUT' | 'DELETE'
    const answer = await ask({ method, path: `/api/${call.path}`, ...(body ? { body } : {}) })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body as unknown as { id: string; version: number; data: { id: string }[] }
  }
}

/** What a person reads or hears on the page, with the choices of closed lists. */
const wordsOn = (page: Page) =>
  page.evaluate(() => {
    const named = ['aria-label', 'placeholder'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? ''),
    )
    const choices = [...document.querySelectorAll('option')].map(({ text }) => text)
    const toasts = (globalThis as { toasts?: string[] }).toasts ?? []
    return [document.body.innerText, ...choices, ...named, ...toasts].join('\n').replaceAll(/[\u00A0\u202F]/g, ' ')
  })

/** Remembers the toasts of each page load: one may vanish before everything else on the page is there. */
const keepToasts = (page: Page) =>
  page.addInitScript(() => {
    const toasts: string[] = []
    Object.assign(globalThis, { toasts })
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof HTMLElement && node.closest('.mantine-Notifications-root')) toasts.push(node.innerText)
    }).observe(document, { childList: true, subtree: true })
  })

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
const isSaid = (words: string, text: string) =>
  new RegExp(String.raw`(?<![\p{L}\d])${escaped(text)}(?![\p{L}\d])`, 'u').test(words)

/** Reads the pages in one language, and remembers which groups of sentences were found. */
function reader(language: (typeof speakers)[number]['language']) {
  const at = speakers.findIndex((speaker) => speaker.language === language)
  const text = (sentence: Sentence) => sentence[at] ?? ''
  const found = new Set<Group>()
  const says = async (page: Page, ...groups: Group[]) => {
    for (const group of groups) {
      const expected = Object.values<Sentence>(said[group]).map(text)
      const missing = async () => {
        const words = await wordsOn(page)
        return expected.filter((each) => !isSaid(words, each))
      }
      await expect.poll(missing, { message: `${group} in ${language}` }).toEqual([])
      found.add(group)
    }
  }
  /** Shows a page of the application in this language, without a page load. */
  const show = async (page: Page, path: string) => {
    await page.evaluate((to) => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
  }
  /** Sets the language of this browser, and leaves what was typed. */
  const speak = async (page: Page) => {
    await page.evaluate((value) => localStorage.setItem('language', value), language)
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.getByRole('heading').first()).toBeVisible()
  }
  const press = (page: Page, sentence: Sentence) =>
    page
      .getByRole('button', { name: text(sentence), exact: true })
      .first()
      .click()
  return { language, text, found, says, show, speak, press }
}

type Reader = ReturnType<typeof reader>

const browsers = ['Google Chrome', 'Microsoft Edge', 'Mozilla Firefox', 'Apple Safari', 'Opera']

test('every sentence of what tells people something is read on a page, in four languages', async ({
  portal,
  browser,
}) => {
  const readers = speakers.map(({ language }) => reader(language))
  const platform = await askAs(portal, people.platform, '')
  const admin = await askAs(portal, people.admin)
  const [adminPage, platformPage] = await Promise.all([
    portal.pageOf(people.admin, { viewport: { width: 1280, height: 1600 }, reducedMotion: 'reduce' }),
    portal.pageOf(people.platform, { unit: '', viewport: { width: 1280, height: 1600 }, reducedMotion: 'reduce' }),
  ])
  const faults = [faultsOf(adminPage), faultsOf(platformPage)]
  // In force from the next load, which begins each language.
  for (const page of [adminPage, platformPage]) await keepToasts(page)
  const inEachLanguage = async (read: (here: Reader, at: number) => Promise<void>, ...pages: Page[]) => {
    for (const [at, here] of readers.entries()) {
      for (const page of pages) await here.speak(page)
      await read(here, at)
    }
  }

  // The demo world has updates.
  for (const { id } of (await platform(changelogEntryCalls.list)).data)
    await platform({ method: 'DELETE', path: `${changelogEntryCalls.remove.path}?id=${id}` })

  await test.step('nothing is there yet: each page says what to do', () =>
    inEachLanguage(
      async ({ says, show }) => {
        for (const [path, group] of [
          ['/notifications/templates', 'templates'],
          ['/user_terms', 'terms'],
          ['/faq/entries', 'faqWriting'],
          ['/notifications/messages', 'messages'],
          ['/notifications/maintenance', 'maintenance'],
          ['/changelog', 'timelineEmpty'],
        ] as const) {
          await show(adminPage, path)
          await says(adminPage, group)
        }
        for (const [path, group] of [
          ['/updates', 'updates'],
          ['/broadcasts', 'broadcasts'],
          ['/survey', 'surveyPage'],
          ['/notifications', 'centreEmpty'],
        ] as const) {
          await show(platformPage, path)
          await says(platformPage, group)
        }
      },
      adminPage,
      platformPage,
    ))

  await test.step('pages before the sign-in', async () => {
    for (const [at, { says, text, speak, press, language }] of readers.entries()) {
      const { width, colorScheme } = speakers[at] ?? speakers[0]
      const options = { viewport: { width, height: 844 }, colorScheme, reducedMotion: 'reduce' } as const
      const page = await (await browser.newContext(options)).newPage()
      faults.push(faultsOf(page))
      const look = async (what: string) => {
        await fits(page, `${what} in ${language}`)
        await noViolations(page, `${what} in ${language}`)
        await page.screenshot({ path: `test-results/told-${what}-${language}.png`, fullPage: true })
      }
      await page.goto(portal.url('/faq'))
      await expect(page.getByRole('heading').first()).toBeVisible()
      await speak(page)
      await says(page, 'faqEmpty')
      await look('faq-empty')
      await page.goto(portal.url('/popup_blocked'))
      for (const name of browsers) {
        const step = page.getByRole('button', { name: new RegExp(`^${name}`) })
        if ((await step.getAttribute('aria-expanded')) === 'false') await step.click()
        await expect(step).toHaveAttribute('aria-expanded', 'true')
        const own = name.toLowerCase().split(' ').at(-1) as 'chrome' | 'edge' | 'firefox' | 'safari' | 'opera'
        await expect(page.getByText(text(said.popup[own]))).toBeVisible()
      }
      await says(page, 'popupPage')
      await look('popup')
      await page.goto(portal.url(`/unsubscribe/${'a'.repeat(43)}.${'b'.repeat(43)}`))
      await says(page, 'mailEnd')
      await press(page, said.mailEnd.action)
      await says(page, 'mailEnded')
      await look('mail-end')
      await page.context().close()
    }
  })

  const question = { question: inAll('Como entro?'), answer: inAll('<p>Com o e-mail.</p>') }
  await admin(faqEntryCalls.add, question)
  await admin(faqEntryCalls.add, { ...question, question: inAll('Quem ajuda?') })
  const recovery = { type: 'password_recovery', subject: inAll('Senha'), body: inAll('<p>{{link}}</p>') }
  await admin(templateCalls.add, recovery)
  const message = {
    title: inAll('Inventário'),
    body: inAll('<p>Contamos na sexta.</p>'),
    target: 'everybody',
    group_ids: [],
    user_ids: [],
    login_notice: 'S',
    starts_on: null,
    ends_on: null,
  }
  const { id: notice } = await admin(addMessage, message)
  await admin(addMessage, { ...message, title: inAll('Balanço'), starts_on: day(3) })

  const term = {
    body: inAll('<p>Os dados ficam na empresa.</p>'),
    place: 'after_login',
    report_id: null,
    active: 'S',
  }
  const { id: mandatory } = await admin(userTermCalls.add, { ...term, title: inAll('Sigilo'), condition: 'mandatory' })
  const care = { ...term, title: inAll('Cuidados'), condition: 'informative' }
  const { id: informative } = await admin(userTermCalls.add, care)

  await test.step('an administrator writes notifications, templates, terms and questions', () =>
    inEachLanguage(async ({ says, show, speak, press, text, language }) => {
      await show(adminPage, '/notifications/messages/add')
      await says(adminPage, 'messageForm')
      await press(adminPage, said.actions.add)
      await says(adminPage, 'requiredTitle')
      await adminPage.locator('select[name="target"]').selectOption('chosen')
      await says(adminPage, 'messageChosen')
      await press(adminPage, said.importHtml.import)
      await says(adminPage, 'importHtml')
      await adminPage.keyboard.press('Escape')
      await speak(adminPage)
      await show(adminPage, '/notifications/messages')
      await says(adminPage, 'messageList')

      await show(adminPage, '/notifications/templates/add')
      await says(adminPage, 'templateForm', 'templateTypes')
      await adminPage.locator('select[name="type"]').selectOption('password_recovery')
      await press(adminPage, said.templateForm.start)
      await press(adminPage, said.templateForm.test)
      await says(adminPage, 'templateTest')
      await press(adminPage, said.actions.add)
      await says(adminPage, 'templateTaken')
      await speak(adminPage)

      await show(adminPage, '/faq/entries/add')
      await says(adminPage, 'faqForm')
      await show(adminPage, '/faq/entries')
      await press(adminPage, said.faqOrder.open)
      await says(adminPage, 'faqOrder')
      await adminPage.keyboard.press('Escape')

      await show(adminPage, '/user_terms/add')
      await says(adminPage, 'termForm')
      const box = (label: Sentence, end = '') =>
        adminPage.getByRole('textbox', { name: new RegExp(`^${text(label)}${end}`) }).first()
      await box(said.termForm.title).fill(`Uso ${language}`)
      await box(said.termForm.body, ' · ').fill('Sigilo')
      await press(adminPage, said.actions.add)
      await says(adminPage, 'termAdded')
      await adminPage.getByRole('button', { name: /1$/ }).click()
      await says(adminPage, 'termPublication')
      await press(adminPage, said.actions.no)
      await show(adminPage, '/user_terms')
      await says(adminPage, 'termList')
      for (const group of ['usersPerReport', 'reportsPerUser'] as const) {
        await show(adminPage, `/notifications/${group === 'usersPerReport' ? 'users_per_report' : 'reports_per_user'}`)
        await says(adminPage, group)
      }
    }, adminPage))

  const news = { title: inAll('Filtros'), body: inAll('Novos.'), kind: 'system_update', day: day(0), sent: 'S' }
  for (const name of ['Filtros', 'Favoritos', 'Impressão', 'Busca'])
    await platform(changelogEntryCalls.add, { ...news, title: inAll(name) })
  await platform(changelogEntryCalls.add, { ...news, title: inAll('Versão'), kind: 'new_version', sent: 'N' })
  await platform(changelogEntryCalls.add, { ...news, title: inAll('Ajuste'), kind: 'improvement', day: day(9) })
  const broadcast = {
    name: 'Parada',
    message: inAll('<p>O portal para no domingo.</p>'),
    starts_on: day(0),
    ends_on: null,
  }
  await platform(broadcastCalls.add, broadcast)
  await platform(broadcastCalls.add, { ...broadcast, name: 'Festa', starts_on: day(9) })

  await test.step('the staff of the platform write updates and broadcasts, and read their notifications', () =>
    inEachLanguage(
      async ({ says, show, press, text }) => {
        for (const [path, group] of [
          ['/updates/add', 'updateForm'],
          ['/updates', 'updateList'],
          ['/broadcasts/add', 'broadcastForm'],
          ['/broadcasts', 'broadcastList'],
        ] as const) {
          await show(platformPage, path)
          await says(platformPage, group)
        }
        await show(platformPage, '/survey')
        await platformPage.getByRole('switch', { name: text(said.surveyPage.enabled) }).click()
        await press(platformPage, said.actions.save)
        await says(platformPage, 'done')
        await show(platformPage, '/notifications')
        await says(platformPage, 'centre', 'copies')
        await press(platformPage, said.centre.deleteRead)
        await says(platformPage, 'deleteRead')
        await press(platformPage, said.actions.no)
        await platformPage.getByRole('row').nth(1).getByRole('link').first().click()
        await says(platformPage, 'notification')
        await press(platformPage, said.notification.delete)
        await says(platformPage, 'notificationDeleted')
        await show(adminPage, '/changelog')
        await says(adminPage, 'timeline')
      },
      adminPage,
      platformPage,
    ))

  for (const { who, language } of speakers) {
    const ask = await askAs(portal, who)
    const { version } = await ask(readProfile)
    await ask(updateProfile, { version, language })
  }
  const { version } = await platform(readSurvey)
  await platform(updateSurvey, { version, enabled: 'S' })
  for (const id of [mandatory, informative]) {
    await admin(publishTerm, { id, version: 1 })
    await admin(acceptTerm, { id, version: 1 })
  }

  await test.step('a person is greeted: survey, broadcast, terms and notices', async () => {
    for (const [at, { says, press, text, language }] of readers.entries()) {
      const { who, width, colorScheme } = speakers[at] ?? speakers[0]
      const viewport = { width, height: 844 }
      const page = await portal.pageOf(who, { viewport, colorScheme, reducedMotion: 'reduce' })
      faults.push(faultsOf(page))
      const dialog = page.getByRole('dialog')
      const look = async (what: string) => {
        await expect(dialog).toHaveCount(1)
        await fits(page, `${what} in ${language}`)
        await page.screenshot({ path: `test-results/told-${what}-${language}.png` })
      }
      await says(page, 'survey')
      await press(page, said.survey.send)
      await says(page, 'required')
      await look('survey')
      await dialog.getByRole('radio', { name: text(said.survey.outro), exact: true }).check()
      await says(page, 'surveyOther')
      await dialog.getByRole('textbox').fill('  ')
      await press(page, said.survey.send)
      await says(page, 'requiredDetail')
      await look('survey-other')
      await dialog.getByRole('textbox').fill('Controladoria')
      await press(page, said.survey.send)
      await says(page, 'broadcast')
      await look('broadcast')
      await press(page, said.broadcast.dismiss)
      await says(page, 'mandatory')
      await look('mandatory')
      await dialog.getByRole('checkbox', { name: text(said.mandatory.agree) }).check()
      await press(page, said.mandatory.accept)
      await says(page, 'informative')
      await look('informative')
      await press(page, said.informative.read)
      await says(page, 'notices', 'author')
      await look('notices')
      await press(page, said.notices.markRead)
      await expect(dialog).toHaveCount(0)
      await page.goto(portal.url('/faq'))
      await says(page, 'faq')
      await fits(page, `questions in ${language}`)
      await page.screenshot({ path: `test-results/told-faq-${language}.png` })
      await page.context().close()
    }
  })

  await (
    await askAs(portal, people.seller)
  )(deleteNotifications, { ids: [notice] })
  /** As the server answers when the author of a planned notification has lost the right: nobody waits here for its first day. */
  const refused = (row: object) =>
    'published_at' in row && row.published_at === null ? { ...row, refusal: 'right_lost' } : row
  await adminPage.route(/\/api\/auth\/notifications\/messages\/(all|get)\?/, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    const body = await admin({ method: 'GET', path: `${pathname.slice('/api/'.length)}${search}` })
    const json = 'data' in body ? { ...body, data: body.data.map(refused) } : refused(body)
    await route.fulfill({ json })
  })

  await test.step('those who wrote see the answers, the acceptances and the readers', () =>
    inEachLanguage(
      async ({ says, show, text }) => {
        await show(platformPage, '/survey')
        await says(platformPage, 'surveyAnswers')
        await show(adminPage, `/user_terms/${mandatory}/acceptances`)
        await says(adminPage, 'acceptances')
        await show(adminPage, `/notifications/messages/${notice}`)
        await says(adminPage, 'messagePage')
        await show(adminPage, '/notifications/messages')
        await expect(adminPage.getByText(text(said.refusedRow.rightLost))).toBeVisible()
        await says(adminPage, 'refusedRow')
        await adminPage.getByRole('link', { name: /^Balanço/ }).click()
        await says(adminPage, 'refused')
        await adminPage.screenshot({ path: `test-results/told-refused-${text(['pt-BR', 'en-US', 'es', 'pt-PT'])}.png` })
      },
      adminPage,
      platformPage,
    ))

  const groups = Object.keys(said).filter((group) => !['popup', 'actions'].includes(group))
  for (const { language, found } of readers)
    expect(
      groups.filter((group) => !found.has(group as Group)),
      `read in ${language}`,
    ).toEqual([])
  expect(faults.flat()).toEqual([])
})
