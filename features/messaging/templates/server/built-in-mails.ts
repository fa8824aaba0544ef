// The built-in texts of mails that are not notifications, and the parts that mails of notifications have beside their sentence.
// ../../templates fills `{{unit}}` and the other variables.
import type { Language } from '#catalogue/languages.ts'
import { type RegistrationMail, registrationMails, type TemplateType } from '../contract.ts'

/** A built-in mail: subject and paragraphs with variables, the label of the link, and the reason why the person receives the mail. */
export type BuiltIn = { subject: string; paragraphs: string[]; action: string; footer: string }

export const mailEnds: Record<
  Language,
  { open: string; footer: string; unsubscribe: string; pause: string; picture: string }
> = {
  'pt-BR': {
    open: 'Abrir no portal',
    footer: 'Você recebeu este e-mail porque o portal também avisa por e-mail.',
    unsubscribe: 'Não receber mais cópias por e-mail',
    pause: 'Pausar estes avisos',
    picture: 'imagem no portal',
  },
  'en-US': {
    open: 'Open in the portal',
    footer: 'You received this e-mail because the portal also notifies by e-mail.',
    unsubscribe: 'Stop receiving copies by e-mail',
    pause: 'Pause these messages',
    picture: 'picture in the portal',
  },
  es: {
    open: 'Abrir en el portal',
    footer: 'Ha recibido este correo porque el portal también avisa por correo.',
    unsubscribe: 'Dejar de recibir copias por correo',
    pause: 'Pausar estos avisos',
    picture: 'imagen en el portal',
  },
  'pt-PT': {
    open: 'Abrir no portal',
    footer: 'Recebeu este e-mail porque o portal também avisa por e-mail.',
    unsubscribe: 'Deixar de receber cópias por e-mail',
    pause: 'Suspender estes avisos',
    picture: 'imagem no portal',
  },
}

const invitationMails: Record<Language, BuiltIn> = {
  'pt-BR': {
    subject: 'Seu acesso a {{unit}}',
    paragraphs: [
      'Você já pode entrar em {{unit}}. Falta só escolher a sua senha.',
      'O link vale por 7 dias e uma única vez. Depois, peça outro em “Esqueci a senha” ou a quem administra a unidade.',
    ],
    action: 'Escolher a senha',
    footer: 'Você recebeu este e-mail porque a administração de {{unit}} lhe deu acesso.',
  },
  'en-US': {
    subject: 'Your access to {{unit}}',
    paragraphs: [
      'You can now enter {{unit}}. All that is left is to choose your password.',
      'The link works once, for 7 days. After that, ask for another under “Forgot your password?” or from your administrator.',
    ],
    action: 'Choose a password',
    footer: 'You received this e-mail because the administration of {{unit}} gave you access.',
  },
  es: {
    subject: 'Su acceso a {{unit}}',
    paragraphs: [
      'Ya puede entrar en {{unit}}. Solo falta elegir su contraseña.',
      'El enlace vale 7 días y una sola vez. Después, pida otro en “¿Olvidó su contraseña?” o a quien administra la unidad.',
    ],
    action: 'Elegir la contraseña',
    footer: 'Ha recibido este correo porque la administración de {{unit}} le dio acceso.',
  },
  'pt-PT': {
    subject: 'O seu acesso a {{unit}}',
    paragraphs: [
      'Já pode entrar em {{unit}}. Falta apenas escolher a sua palavra-passe.',
      'A ligação é válida durante 7 dias e uma única vez. Depois, peça outra em “Esqueci-me da palavra-passe” ou a quem administra a unidade.',
    ],
    action: 'Escolher a palavra-passe',
    footer: 'Recebeu este e-mail porque a administração de {{unit}} lhe deu acesso.',
  },
}

const recoveryMails: Record<Language, BuiltIn> = {
  'pt-BR': {
    subject: 'Nova senha para {{unit}}',
    paragraphs: [
      'Alguém pediu uma nova senha para a sua conta em {{unit}}.',
      'O link vale por 60 minutos e uma única vez. Um pedido mais novo o substitui.',
    ],
    action: 'Escolher nova senha',
    footer: 'Se não foi você, ignore esta mensagem: a sua senha continua a mesma.',
  },
  'en-US': {
    subject: 'New password for {{unit}}',
    paragraphs: [
      'Somebody asked for a new password for your account at {{unit}}.',
      'The link works once, for 60 minutes. A newer request replaces it.',
    ],
    action: 'Choose a new password',
    footer: 'If it was not you, ignore this message: your password stays the same.',
  },
  es: {
    subject: 'Nueva contraseña para {{unit}}',
    paragraphs: [
      'Alguien pidió una nueva contraseña para su cuenta en {{unit}}.',
      'El enlace vale 60 minutos y una sola vez. Una solicitud más reciente lo sustituye.',
    ],
    action: 'Elegir nueva contraseña',
    footer: 'Si no fue usted, ignore este mensaje: su contraseña sigue siendo la misma.',
  },
  'pt-PT': {
    subject: 'Nova palavra-passe para {{unit}}',
    paragraphs: [
      'Alguém pediu uma nova palavra-passe para a sua conta em {{unit}}.',
      'A ligação é válida durante 60 minutos e uma única vez. Um pedido mais recente substitui-a.',
    ],
    action: 'Escolher nova palavra-passe',
    footer: 'Se não foi você, ignore esta mensagem: a sua palavra-passe continua a mesma.',
  },
}

/** The mail before a person is blocked or deleted. `{{event}}` says what will happen, and what the person can do. */
const endingMails: Record<Language, BuiltIn> = {
  'pt-BR': {
    subject: 'Seu acesso a {{unit}} termina em {{day}}',
    paragraphs: ['{{event}}'],
    action: 'Entrar',
    footer: 'Você recebeu este e-mail porque tem acesso a {{unit}}.',
  },
  'en-US': {
    subject: 'Your access to {{unit}} ends on {{day}}',
    paragraphs: ['{{event}}'],
    action: 'Sign in',
    footer: 'You received this e-mail because you have access to {{unit}}.',
  },
  es: {
    subject: 'Su acceso a {{unit}} termina el {{day}}',
    paragraphs: ['{{event}}'],
    action: 'Entrar',
    footer: 'Ha recibido este correo porque tiene acceso a {{unit}}.',
  },
  'pt-PT': {
    subject: 'O seu acesso a {{unit}} termina em {{day}}',
    paragraphs: ['{{event}}'],
    action: 'Entrar',
    footer: 'Recebeu este e-mail porque tem acesso a {{unit}}.',
  },
}

/** The mails about a registration. They never contain the name of the person, who chooses it freely. */
const registrationMailsByLanguage: Record<Language, Record<RegistrationMail, BuiltIn>> = {
  'pt-BR': {
    registration_to_approve: {
      subject: 'Um cadastro em {{unit}} espera por você',
      paragraphs: ['Alguém se cadastrou, confirmou o e-mail e espera pela sua aprovação.'],
      action: 'Ver quem espera',
      footer: 'Você recebe esta mensagem porque administra {{unit}}.',
    },
    registration_verify: {
      subject: 'Confirme seu e-mail para entrar em {{unit}}',
      paragraphs: [
        'Alguém se cadastrou em {{unit}} com este endereço.',
        'Confirme com a senha escolhida no cadastro. O link vale por 24 horas e uma única vez.',
      ],
      action: 'Confirmar meu e-mail',
      footer: 'Se não foi você, ignore esta mensagem: sem a confirmação, nenhuma conta é criada.',
    },
    registration_known: {
      subject: 'Você já tem uma conta',
      paragraphs: [
        'Alguém tentou se cadastrar em {{unit}} com este endereço, mas ele já tem uma conta. Nada mudou nela.',
        'Entre com a sua senha. Se precisa de acesso a esta unidade de negócio, peça ao administrador dela.',
      ],
      action: 'Ir para a entrada',
      footer: 'Se não foi você, ignore esta mensagem.',
    },
    registration_waiting: {
      subject: 'Seu cadastro em {{unit}} está em análise',
      paragraphs: [
        'O seu e-mail já foi confirmado, e um administrador ainda vai analisar o cadastro. Avisamos por e-mail.',
      ],
      action: 'Ir para a entrada',
      footer: 'Se não foi você, ignore esta mensagem.',
    },
    registration_approved: {
      subject: 'Seu cadastro em {{unit}} foi aprovado',
      paragraphs: ['Agora você pode entrar com o seu e-mail e a senha escolhida no cadastro.'],
      action: 'Entrar',
      footer: 'Você recebe esta mensagem porque se cadastrou.',
    },
    registration_declined: {
      subject: 'Seu cadastro em {{unit}} não foi aprovado',
      paragraphs: [
        'Um administrador recusou o seu cadastro, e os dados dele foram apagados. Em caso de dúvida, fale com ele.',
      ],
      action: 'Ir para a entrada',
      footer: 'Você recebe esta mensagem porque se cadastrou.',
    },
  },
  'en-US': {
    registration_to_approve: {
      subject: 'A registration at {{unit}} is waiting for you',
      paragraphs: ['Somebody registered, confirmed the e-mail and is waiting for your approval.'],
      action: 'See who is waiting',
      footer: 'You get this message because you administer {{unit}}.',
    },
    registration_verify: {
      subject: 'Confirm your e-mail to enter {{unit}}',
      paragraphs: [
        'Somebody registered at {{unit}} with this address.',
        'Confirm it with the password chosen when registering. The link works once, for 24 hours.',
      ],
      action: 'Confirm my e-mail',
      footer: 'If it was not you, ignore this message: without the confirmation no account is made.',
    },
    registration_known: {
      subject: 'You already have an account',
      paragraphs: [
        'Somebody tried to register at {{unit}} with this address, but it already has an account. Nothing changed there.',
        'Sign in with your password. If you need access to this business unit, ask its administrator.',
      ],
      action: 'Go to sign-in',
      footer: 'If it was not you, ignore this message.',
    },
    registration_waiting: {
      subject: 'Your registration at {{unit}} is being reviewed',
      paragraphs: [
        'Your e-mail is confirmed already, and an administrator has yet to review it. We tell you by e-mail.',
      ],
      action: 'Go to sign-in',
      footer: 'If it was not you, ignore this message.',
    },
    registration_approved: {
      subject: 'Your registration at {{unit}} was approved',
      paragraphs: ['You may now sign in with your e-mail and the password chosen when registering.'],
      action: 'Sign in',
      footer: 'You get this message because you registered.',
    },
    registration_declined: {
      subject: 'Your registration at {{unit}} was declined',
      paragraphs: ['An administrator declined your registration, and its data was erased. If in doubt, ask them.'],
      action: 'Go to sign-in',
      footer: 'You get this message because you registered.',
    },
  },
  es: {
    registration_to_approve: {
      subject: 'Un registro en {{unit}} espera por usted',
      paragraphs: ['Alguien se registró, confirmó el correo y espera su aprobación.'],
      action: 'Ver quién espera',
      footer: 'Recibe este mensaje porque administra {{unit}}.',
    },
    registration_verify: {
      subject: 'Confirme su correo para entrar en {{unit}}',
      paragraphs: [
        'Alguien se registró en {{unit}} con esta dirección.',
        'Confirme con la contraseña elegida en el registro. El enlace vale 24 horas y una sola vez.',
      ],
      action: 'Confirmar mi correo',
      footer: 'Si no fue usted, ignore este mensaje: sin la confirmación no se crea ninguna cuenta.',
    },
    registration_known: {
      subject: 'Ya tiene una cuenta',
      paragraphs: [
        'Alguien intentó registrarse en {{unit}} con esta dirección, pero ya tiene una cuenta. Nada cambió en ella.',
        'Entre con su contraseña. Si necesita acceso a esta unidad de negocio, pídalo a su administrador.',
      ],
      action: 'Ir a la entrada',
      footer: 'Si no fue usted, ignore este mensaje.',
    },
    registration_waiting: {
      subject: 'Su registro en {{unit}} está en revisión',
      paragraphs: [
        'Su correo ya está confirmado, y un administrador todavía debe revisar el registro. Le avisamos por correo.',
      ],
      action: 'Ir a la entrada',
      footer: 'Si no fue usted, ignore este mensaje.',
    },
    registration_approved: {
      subject: 'Su registro en {{unit}} fue aprobado',
      paragraphs: ['Ahora puede entrar con su correo y la contraseña elegida en el registro.'],
      action: 'Entrar',
      footer: 'Recibe este mensaje porque se registró.',
    },
    registration_declined: {
      subject: 'Su registro en {{unit}} no fue aprobado',
      paragraphs: ['Un administrador rechazó su registro, y sus datos se borraron. En caso de duda, hable con él.'],
      action: 'Ir a la entrada',
      footer: 'Recibe este mensaje porque se registró.',
    },
  },
  'pt-PT': {
    registration_to_approve: {
      subject: 'Um registo em {{unit}} espera por si',
      paragraphs: ['Alguém se registou, confirmou o e-mail e espera pela sua aprovação.'],
      action: 'Ver quem espera',
      footer: 'Recebe esta mensagem porque administra {{unit}}.',
    },
    registration_verify: {
      subject: 'Confirme o seu e-mail para entrar em {{unit}}',
      paragraphs: [
        'Alguém se registou em {{unit}} com este endereço.',
        'Confirme com a palavra-passe escolhida no registo. A ligação é válida durante 24 horas e uma única vez.',
      ],
      action: 'Confirmar o meu e-mail',
      footer: 'Se não foi você, ignore esta mensagem: sem a confirmação, nenhuma conta é criada.',
    },
    registration_known: {
      subject: 'Já tem uma conta',
      paragraphs: [
        'Alguém tentou registar-se em {{unit}} com este endereço, mas ele já tem uma conta. Nada mudou nela.',
        'Entre com a sua palavra-passe. Se precisa de acesso a esta unidade de negócio, peça-o ao administrador.',
      ],
      action: 'Ir para a entrada',
      footer: 'Se não foi você, ignore esta mensagem.',
    },
    registration_waiting: {
      subject: 'O seu registo em {{unit}} está em análise',
      paragraphs: [
        'O seu e-mail já foi confirmado, e um administrador ainda vai analisar o registo. Avisamos por e-mail.',
      ],
      action: 'Ir para a entrada',
      footer: 'Se não foi você, ignore esta mensagem.',
    },
    registration_approved: {
      subject: 'O seu registo em {{unit}} foi aprovado',
      paragraphs: ['Já pode entrar com o seu e-mail e a palavra-passe escolhida no registo.'],
      action: 'Entrar',
      footer: 'Recebe esta mensagem porque se registou.',
    },
    registration_declined: {
      subject: 'O seu registo em {{unit}} não foi aprovado',
      paragraphs: [
        'Um administrador recusou o seu registo, e os dados foram apagados. Em caso de dúvida, fale com ele.',
      ],
      action: 'Ir para a entrada',
      footer: 'Recebe esta mensagem porque se registou.',
    },
  },
}

/** The mail to a person whose identity provider manages the password. */
const passwordElsewhereMails: Record<Language, BuiltIn> = {
  'pt-BR': {
    subject: 'Sua conta em {{unit}}',
    paragraphs: [
      'Alguém pediu uma nova senha para a sua conta em {{unit}}.',
      'Seu método de autenticação não permite trocar a senha! Entre pelo provedor da sua empresa, na página de entrada.',
    ],
    action: 'Ir para a entrada',
    footer: 'Se não foi você, ignore esta mensagem.',
  },
  'en-US': {
    subject: 'Your account at {{unit}}',
    paragraphs: [
      'Somebody asked for a new password for your account at {{unit}}.',
      'Your authentication method does not allow password changes! Use your company’s provider on the sign-in page.',
    ],
    action: 'Go to sign-in',
    footer: 'If it was not you, ignore this message.',
  },
  es: {
    subject: 'Su cuenta en {{unit}}',
    paragraphs: [
      'Alguien pidió una nueva contraseña para su cuenta en {{unit}}.',
      '¡Su método de autenticación no permite cambiar la contraseña! Entre con el proveedor de su empresa en la página de inicio de sesión.',
    ],
    action: 'Ir al inicio de sesión',
    footer: 'Si no fue usted, ignore este mensaje.',
  },
  'pt-PT': {
    subject: 'A sua conta em {{unit}}',
    paragraphs: [
      'Alguém pediu uma nova palavra-passe para a sua conta em {{unit}}.',
      'O seu método de autenticação não permite alterar a palavra-passe! Entre pelo fornecedor da sua empresa, na página de início de sessão.',
    ],
    action: 'Ir para o início de sessão',
    footer: 'Se não foi você, ignore esta mensagem.',
  },
}

/** Returns the mail of a written message: its title and its text without changes. */
const messageMail = (language: Language): BuiltIn => {
  const { open: action, footer } = mailEnds[language]
  return { subject: '{{title}}', paragraphs: ['{{content}}'], action, footer }
}

const isRegistrationMail = (type: TemplateType): type is RegistrationMail =>
  (registrationMails as readonly string[]).includes(type)

const billMails: Record<Language, { bill_sent: BuiltIn; bill_overdue: BuiltIn }> = {
  'pt-BR': {
    bill_sent: {
      subject: 'Fatura {{bill}} de {{unit}}, {{month}}',
      paragraphs: ['A fatura {{bill}}, de {{month}}, está em anexo.', 'Valor: {{amount}}. Vencimento: {{day}}.'],
      action: '',
      footer: 'Você recebeu este e-mail porque {{unit}} envia as faturas a este endereço.',
    },
    bill_overdue: {
      subject: 'A fatura {{bill}} de {{unit}} venceu',
      paragraphs: [
        'A fatura {{bill}}, de {{month}}, venceu em {{day}}. Falta pagar {{amount}}.',
        'Se você já pagou, desconsidere este e-mail.',
      ],
      action: '',
      footer: 'Você recebeu este e-mail porque {{unit}} envia as faturas a este endereço.',
    },
  },
  'en-US': {
    bill_sent: {
      subject: 'Bill {{bill}} of {{unit}}, {{month}}',
      paragraphs: ['Bill {{bill}} for {{month}} is attached.', 'Amount: {{amount}}. Due on: {{day}}.'],
      action: '',
      footer: 'You received this e-mail because {{unit}} sends its bills to this address.',
    },
    bill_overdue: {
      subject: 'Bill {{bill}} of {{unit}} is overdue',
      paragraphs: [
        'Bill {{bill}} for {{month}} was due on {{day}}. {{amount}} is left to pay.',
        'If you have paid it already, ignore this e-mail.',
      ],
      action: '',
      footer: 'You received this e-mail because {{unit}} sends its bills to this address.',
    },
  },
  es: {
    bill_sent: {
      subject: 'Factura {{bill}} de {{unit}}, {{month}}',
      paragraphs: ['Adjuntamos la factura {{bill}}, de {{month}}.', 'Importe: {{amount}}. Vencimiento: {{day}}.'],
      action: '',
      footer: 'Ha recibido este correo porque {{unit}} envía las facturas a esta dirección.',
    },
    bill_overdue: {
      subject: 'La factura {{bill}} de {{unit}} ha vencido',
      paragraphs: [
        'La factura {{bill}}, de {{month}}, venció el {{day}}. Falta pagar {{amount}}.',
        'Si ya la ha pagado, ignore este correo.',
      ],
      action: '',
      footer: 'Ha recibido este correo porque {{unit}} envía las facturas a esta dirección.',
    },
  },
  'pt-PT': {
    bill_sent: {
      subject: 'Fatura {{bill}} de {{unit}}, {{month}}',
      paragraphs: ['A fatura {{bill}}, de {{month}}, segue em anexo.', 'Valor: {{amount}}. Vencimento: {{day}}.'],
      action: '',
      footer: 'Recebeu este e-mail porque {{unit}} envia as faturas para este endereço.',
    },
    bill_overdue: {
      subject: 'A fatura {{bill}} de {{unit}} venceu',
      paragraphs: [
        'A fatura {{bill}}, de {{month}}, venceu em {{day}}. Falta pagar {{amount}}.',
        'Se já pagou, ignore este e-mail.',
      ],
      action: '',
      footer: 'Recebeu este e-mail porque {{unit}} envia as faturas para este endereço.',
    },
  },
}

/** Returns the built-in mail of a type; null: the sentence of the notification is used. */
export function builtInMail(type: TemplateType, language: Language): BuiltIn | null {
  if (isRegistrationMail(type)) return registrationMailsByLanguage[language][type]
  if (type === 'user_registered') return invitationMails[language]
  if (type === 'password_recovery') return recoveryMails[language]
  if (type === 'password_elsewhere') return passwordElsewhereMails[language]
  if (type === 'bill_sent' || type === 'bill_overdue') return billMails[language][type]
  if (type === 'user_ending') return endingMails[language]
  return type === 'written_message' ? messageMail(language) : null
}
