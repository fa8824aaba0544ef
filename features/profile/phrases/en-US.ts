import type { Phrases } from '#catalogue/phrases/general.ts'
import type ptBR from './pt-BR.ts'

export default {
  title: 'My account',
  purpose: 'How you appear in the portal, how it speaks to you, and where you are signed in.',
  showPassword: 'Show the password',
  changePassword: 'Change password',
  passwordChanged: 'Password changed. Your other sessions have ended.',
  unknownBrowser: 'Unknown device',
  thisSession: 'This session',
  seen: 'Last used {{at}}',
  since: 'Signed in {{at}}',
  end: 'End',
  endOne: 'End the session on {{browser}}, {{place}}',
  endOthers: 'End all others',
  endOthersTitle: 'End all other sessions?',
  endOthersText: 'You stay signed in here. Your other devices will have to sign in again.',
  field: {
    nome_usuario: 'Name',
    email: 'E-mail',
    phone: 'Phone',
    department: 'Department',
    language: 'Language',
    current_password: 'Current password',
    password: 'New password',
  },
  help: {
    email: 'You sign in with it. Only an administrator can change it.',
    password: 'At least 8 characters. A long phrase is safer and easier to remember.',
    signedInElsewhere: 'You sign in with your organization’s account: the password is changed there.',
    scheme: 'For this browser only.',
  },
  section: {
    person: 'You',
    personText: 'Your name is seen by the portal’s administrators and by reports that recognize you.',
    screen: 'Appearance',
    screenText: 'Light, dark, or as your system is.',
    password: 'Password',
    passwordText: 'Changing the password ends your sessions on all other devices.',
    sessions: 'Where you are signed in',
    sessionsText: 'A device you do not recognize? End its session and change your password.',
  },
} satisfies Phrases<typeof ptBR>
