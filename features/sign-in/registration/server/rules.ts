// Decisions and texts of self-registration: pure, no I/O.
import type { Language } from '#catalogue/languages.ts'
import { type PasswordRules, plainRules } from '#platform/contract/password-rules.ts'

type StoredRules = {
  password_rules: boolean
  password_min_length: number
  password_capital: boolean
  password_special: boolean
}

/** The rules for the password of a person who will be a member of one business unit. */
export const rulesOfUnit = (unit: StoredRules): PasswordRules =>
  unit.password_rules
    ? { minLength: unit.password_min_length, capital: unit.password_capital, special: unit.password_special }
    : plainRules

/** May an address register? `domains`: the allowed domains, none: any. A subdomain is another domain. */
export const mayRegister = (domains: readonly string[], email: string): boolean =>
  domains.length === 0 || domains.includes(email.slice(email.lastIndexOf('@') + 1))

/** `sent`: the same for every address. */
export const answerWords: Record<Language, { sent: string; waiting: string }> = {
  'pt-BR': {
    sent: 'Enviamos um e-mail para este endereço. Siga as instruções dele para continuar.',
    waiting: 'E-mail confirmado. Um administrador vai analisar o seu cadastro, e você recebe a resposta por e-mail.',
  },
  'en-US': {
    sent: 'We have sent an e-mail to this address. Follow what it says to go on.',
    waiting: 'E-mail confirmed. An administrator will review your registration, and you will get the answer by e-mail.',
  },
  es: {
    sent: 'Enviamos un correo a esta dirección. Siga sus instrucciones para continuar.',
    waiting: 'Correo confirmado. Un administrador revisará su registro, y recibirá la respuesta por correo.',
  },
  'pt-PT': {
    sent: 'Enviámos um e-mail para este endereço. Siga as instruções para continuar.',
    waiting: 'E-mail confirmado. Um administrador vai analisar o seu registo, e receberá a resposta por e-mail.',
  },
}

export type RegistrationMail = 'verify' | 'known' | 'stillWaiting' | 'approved' | 'declined' | 'toApprove'

type Words = { subject: string; paragraphs: string[]; action: string; footer: string }

/** Of a mail: `unit` is the name of the business unit. No mail contains the name of the person, who chooses it freely. */
export const mailWords: Record<Language, Record<RegistrationMail, (unit: string) => Words>> = {
  'pt-BR': {
    toApprove: (unit) => ({
      subject: `Um cadastro em ${unit} espera por você`,
      paragraphs: ['Alguém se cadastrou, confirmou o e-mail e espera pela sua aprovação.'],
      action: 'Ver quem espera',
      footer: `Você recebe esta mensagem porque administra ${unit}.`,
    }),
    verify: (unit) => ({
      subject: `Confirme seu e-mail para entrar em ${unit}`,
      paragraphs: [
        `Alguém se cadastrou em ${unit} com este endereço.`,
        'Confirme com a senha escolhida no cadastro. O link vale por 24 horas e uma única vez.',
      ],
      action: 'Confirmar meu e-mail',
      footer: 'Se não foi você, ignore esta mensagem: sem a confirmação, nenhuma conta é criada.',
    }),
    known: (unit) => ({
      subject: `Você já tem uma conta`,
      paragraphs: [
        `Alguém tentou se cadastrar em ${unit} com este endereço, mas ele já tem uma conta. Nada mudou nela.`,
        'Entre com a sua senha. Se precisa de acesso a esta unidade de negócio, peça ao administrador dela.',
      ],
      action: 'Ir para a entrada',
      footer: 'Se não foi você, ignore esta mensagem.',
    }),
    stillWaiting: (unit) => ({
      subject: `Seu cadastro em ${unit} está em análise`,
      paragraphs: [
        'O seu e-mail já foi confirmado, e um administrador ainda vai analisar o cadastro. Avisamos por e-mail.',
      ],
      action: 'Ir para a entrada',
      footer: 'Se não foi você, ignore esta mensagem.',
    }),
    approved: (unit) => ({
      subject: `Seu cadastro em ${unit} foi aprovado`,
      paragraphs: ['Agora você pode entrar com o seu e-mail e a senha escolhida no cadastro.'],
      action: 'Entrar',
      footer: 'Você recebe esta mensagem porque se cadastrou.',
    }),
    declined: (unit) => ({
      subject: `Seu cadastro em ${unit} não foi aprovado`,
      paragraphs: [
        'Um administrador recusou o seu cadastro, e os dados dele foram apagados. Em caso de dúvida, fale com ele.',
      ],
      action: 'Ir para a entrada',
      footer: 'Você recebe esta mensagem porque se cadastrou.',
    }),
  },
  'en-US': {
    toApprove: (unit) => ({
      subject: `A registration at ${unit} is waiting for you`,
      paragraphs: ['Somebody registered, confirmed the e-mail and is waiting for your approval.'],
      action: 'See who is waiting',
      footer: `You get this message because you administer ${unit}.`,
    }),
    verify: (unit) => ({
      subject: `Confirm your e-mail to enter ${unit}`,
      paragraphs: [
        `Somebody registered at ${unit} with this address.`,
        'Confirm it with the password chosen when registering. The link works once, for 24 hours.',
      ],
      action: 'Confirm my e-mail',
      footer: 'If it was not you, ignore this message: without the confirmation no account is made.',
    }),
    known: (unit) => ({
      subject: 'You already have an account',
      paragraphs: [
        `Somebody tried to register at ${unit} with this address, but it already has an account. Nothing changed there.`,
        'Sign in with your password. If you need access to this business unit, ask its administrator.',
      ],
      action: 'Go to sign-in',
      footer: 'If it was not you, ignore this message.',
    }),
    stillWaiting: (unit) => ({
      subject: `Your registration at ${unit} is being reviewed`,
      paragraphs: [
        'Your e-mail is confirmed already, and an administrator has yet to review it. We tell you by e-mail.',
      ],
      action: 'Go to sign-in',
      footer: 'If it was not you, ignore this message.',
    }),
    approved: (unit) => ({
      subject: `Your registration at ${unit} was approved`,
      paragraphs: ['You may now sign in with your e-mail and the password chosen when registering.'],
      action: 'Sign in',
      footer: 'You get this message because you registered.',
    }),
    declined: (unit) => ({
      subject: `Your registration at ${unit} was declined`,
      paragraphs: ['An administrator declined your registration, and its data was erased. If in doubt, ask them.'],
      action: 'Go to sign-in',
      footer: 'You get this message because you registered.',
    }),
  },
  es: {
    toApprove: (unit) => ({
      subject: `Un registro en ${unit} espera por usted`,
      paragraphs: ['Alguien se registró, confirmó el correo y espera su aprobación.'],
      action: 'Ver quién espera',
      footer: `Recibe este mensaje porque administra ${unit}.`,
    }),
    verify: (unit) => ({
      subject: `Confirme su correo para entrar en ${unit}`,
      paragraphs: [
        `Alguien se registró en ${unit} con esta dirección.`,
        'Confirme con la contraseña elegida en el registro. El enlace vale 24 horas y una sola vez.',
      ],
      action: 'Confirmar mi correo',
      footer: 'Si no fue usted, ignore este mensaje: sin la confirmación no se crea ninguna cuenta.',
    }),
    known: (unit) => ({
      subject: 'Ya tiene una cuenta',
      paragraphs: [
        `Alguien intentó registrarse en ${unit} con esta dirección, pero ya tiene una cuenta. Nada cambió en ella.`,
        'Entre con su contraseña. Si necesita acceso a esta unidad de negocio, pídalo a su administrador.',
      ],
      action: 'Ir a la entrada',
      footer: 'Si no fue usted, ignore este mensaje.',
    }),
    stillWaiting: (unit) => ({
      subject: `Su registro en ${unit} está en revisión`,
      paragraphs: [
        'Su correo ya está confirmado, y un administrador todavía debe revisar el registro. Le avisamos por correo.',
      ],
      action: 'Ir a la entrada',
      footer: 'Si no fue usted, ignore este mensaje.',
    }),
    approved: (unit) => ({
      subject: `Su registro en ${unit} fue aprobado`,
      paragraphs: ['Ahora puede entrar con su correo y la contraseña elegida en el registro.'],
      action: 'Entrar',
      footer: 'Recibe este mensaje porque se registró.',
    }),
    declined: (unit) => ({
      subject: `Su registro en ${unit} no fue aprobado`,
      paragraphs: ['Un administrador rechazó su registro, y sus datos se borraron. En caso de duda, hable con él.'],
      action: 'Ir a la entrada',
      footer: 'Recibe este mensaje porque se registró.',
    }),
  },
  'pt-PT': {
    toApprove: (unit) => ({
      subject: `Um registo em ${unit} espera por si`,
      paragraphs: ['Alguém se registou, confirmou o e-mail e espera pela sua aprovação.'],
      action: 'Ver quem espera',
      footer: `Recebe esta mensagem porque administra ${unit}.`,
    }),
    verify: (unit) => ({
      subject: `Confirme o seu e-mail para entrar em ${unit}`,
      paragraphs: [
        `Alguém se registou em ${unit} com este endereço.`,
        'Confirme com a palavra-passe escolhida no registo. A ligação é válida durante 24 horas e uma única vez.',
      ],
      action: 'Confirmar o meu e-mail',
      footer: 'Se não foi você, ignore esta mensagem: sem a confirmação, nenhuma conta é criada.',
    }),
    known: (unit) => ({
      subject: 'Já tem uma conta',
      paragraphs: [
        `Alguém tentou registar-se em ${unit} com este endereço, mas ele já tem uma conta. Nada mudou nela.`,
        'Entre com a sua palavra-passe. Se precisa de acesso a esta unidade de negócio, peça-o ao administrador.',
      ],
      action: 'Ir para a entrada',
      footer: 'Se não foi você, ignore esta mensagem.',
    }),
    stillWaiting: (unit) => ({
      subject: `O seu registo em ${unit} está em análise`,
      paragraphs: [
        'O seu e-mail já foi confirmado, e um administrador ainda vai analisar o registo. Avisamos por e-mail.',
      ],
      action: 'Ir para a entrada',
      footer: 'Se não foi você, ignore esta mensagem.',
    }),
    approved: (unit) => ({
      subject: `O seu registo em ${unit} foi aprovado`,
      paragraphs: ['Já pode entrar com o seu e-mail e a palavra-passe escolhida no registo.'],
      action: 'Entrar',
      footer: 'Recebe esta mensagem porque se registou.',
    }),
    declined: (unit) => ({
      subject: `O seu registo em ${unit} não foi aprovado`,
      paragraphs: [
        'Um administrador recusou o seu registo, e os dados foram apagados. Em caso de dúvida, fale com ele.',
      ],
      action: 'Ir para a entrada',
      footer: 'Recebe esta mensagem porque se registou.',
    }),
  },
}
