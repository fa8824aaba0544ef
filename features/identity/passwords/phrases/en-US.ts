import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  forgot: {
    title: 'Forgot your password?',
    text: 'Give your e-mail. You will get a link to choose a new password.',
    submit: 'Send the link',
    sent: 'Password recovery email sent',
    sentText:
      'If {{email}} has an account here, the link arrives shortly and is good for 60 minutes. Look in the spam folder too.',
    another: 'Use another e-mail',
    noMail: 'This portal cannot send e-mails at the moment.',
    noMailText: 'Ask an administrator of {{unit}} for a link to choose a new password.',
    kept: 'If {{email}} has an account here, the e-mail with the link waits in the outbox of the portal.',
  },
  set: {
    title: 'Choose your password',
    text: 'For {{email}}.',
    password: 'New password',
    repeat: 'Repeat the new password',
    differs: 'The two passwords are not the same.',
    submit: 'Save the password',
    done: 'Password saved. Sign in with it.',
    askAgain: 'Ask for another link',
    lost: 'This link is no longer valid',
  },
  rules: {
    title: 'The password needs',
    length: 'at least {{count}} characters',
    capital: 'a capital letter',
    special: 'a special character, such as ! or #',
    common: 'Very common passwords, and those made of your name or e-mail, are refused.',
    expires_one: 'The password is good for {{count}} day.',
    expires_other: 'The password is good for {{count}} days.',
    met: 'done',
    unmet: 'missing',
  },
} satisfies Phrases<typeof ptBR>
