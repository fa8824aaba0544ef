import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  title: 'Criar conta',
  approval: 'Um administrador analisa o seu registo antes da primeira entrada.',
  submit: 'Criar conta',
  sent: 'Consulte o seu e-mail',
  field: {
    nome_usuario: 'Nome',
    email: 'E-mail',
    phone: 'Telefone',
    department: 'Departamento',
    password: 'Palavra-passe',
    language: 'Idioma',
    custom_fields: 'Campos personalizados',
    terms: 'Termos',
  },
  verify: {
    title: 'Confirmar o registo',
    text: 'Escreva a palavra-passe que escolheu no registo.',
    submit: 'Confirmar e entrar',
    waiting: 'Registo em análise',
    joined: 'Acesso concedido',
  },
  queue: {
    approved: 'O registo de {{name}} foi aprovado.',
    declined: 'O registo de {{name}} foi recusado.',
    title_one: '{{count}} pessoa aguarda aprovação',
    title_other: '{{count}} pessoas aguardam aprovação',
    approve: 'Aprovar',
    decline: 'Recusar',
    known: 'Já tem conta noutra unidade do parceiro, e mantém-na.',
    approveOne: 'Aprovar {{name}}',
    declineOne: 'Recusar {{name}}',
    declineTitle: 'Recusar o registo de {{name}}?',
    declineText: 'Os dados do registo são apagados, e a pessoa recebe um e-mail.',
  },
} satisfies Phrases<typeof ptBR>
