import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  forgot: {
    title: 'Esqueci-me da palavra-passe',
    text: 'Indique o seu e-mail. Receberá uma ligação para escolher uma nova palavra-passe.',
    submit: 'Enviar a ligação',
    sent: 'E-mail de recuperação da palavra-passe enviado',
    sentText:
      'Se {{email}} tiver uma conta aqui, a ligação chega dentro de momentos e é válida durante 60 minutos. Veja também o correio não solicitado.',
    another: 'Usar outro e-mail',
    noMail: 'De momento, este portal não consegue enviar e-mails.',
    noMailText: 'Peça uma ligação para escolher uma nova palavra-passe a quem administra {{unit}}.',
    kept: 'Se {{email}} tiver uma conta aqui, o e-mail com a ligação aguarda na caixa de saída do portal.',
  },
  set: {
    title: 'Escolha a sua palavra-passe',
    text: 'Para {{email}}.',
    password: 'Nova palavra-passe',
    repeat: 'Repita a nova palavra-passe',
    differs: 'As duas palavras-passe não são iguais.',
    submit: 'Guardar a palavra-passe',
    done: 'Palavra-passe guardada. Inicie sessão com ela.',
    askAgain: 'Pedir outra ligação',
    lost: 'A ligação já não é válida',
  },
  rules: {
    title: 'A palavra-passe precisa de ter',
    length: 'pelo menos {{count}} caracteres',
    capital: 'uma letra maiúscula',
    special: 'um carácter especial, como ! ou #',
    common: 'As palavras-passe muito comuns e as feitas do seu nome ou e-mail são recusadas.',
    expires_one: 'A palavra-passe é válida durante {{count}} dia.',
    expires_other: 'A palavra-passe é válida durante {{count}} dias.',
    met: 'cumprido',
    unmet: 'em falta',
  },
} satisfies Phrases<typeof ptBR>
