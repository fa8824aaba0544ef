import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  title: 'Create an account',
  approval: 'An administrator reviews your registration before you first sign in.',
  submit: 'Create the account',
  sent: 'Look at your e-mail',
  field: {
    nome_usuario: 'Name',
    email: 'E-mail',
    phone: 'Phone',
    department: 'Department',
    password: 'Password',
    language: 'Language',
    custom_fields: 'Custom fields',
    terms: 'Terms',
  },
  verify: {
    title: 'Confirm the registration',
    text: 'Type the password that you chose when registering.',
    submit: 'Confirm and enter',
    waiting: 'Registration under review',
    joined: 'Access granted',
  },
  queue: {
    approved: 'The registration of {{name}} has been approved.',
    declined: 'The registration of {{name}} has been declined.',
    title_one: '{{count}} person waits for approval',
    title_other: '{{count}} people wait for approval',
    approve: 'Approve',
    decline: 'Decline',
    known: 'Already has an account in another unit of the partner, and keeps it.',
    approveOne: 'Approve {{name}}',
    declineOne: 'Decline {{name}}',
    declineTitle: 'Decline the registration of {{name}}?',
    declineText: 'The data of the registration is erased, and the person gets an e-mail.',
  },
} satisfies Phrases<typeof ptBR>
