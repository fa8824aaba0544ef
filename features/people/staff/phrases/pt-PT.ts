import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { counted } from '#catalogue/phrases/grammar/pt-PT.ts'
import type ptBR from './pt-BR.ts'

export default {
  ...counted('pessoa', 'f'),
  audit: {
    added: '{{actor}} convidou {{target}} para a equipa da plataforma',
    agent_changed: '{{actor}} mudou se {{target}} trata de pedidos',
    seller_changed: '{{actor}} mudou se {{target}} vende contratos',
    link_sent: '{{actor}} criou uma nova ligação de convite para {{target}}',
    removed: '{{actor}} eliminou {{target}} da equipa da plataforma',
  },
  synonyms: 'operadores, a2m, administradores da plataforma',
  title: 'Equipa da plataforma',
  purpose: 'Quem cuida de toda a plataforma: parceiros, definições e novidades.',
  add: 'Convidar uma pessoa',
  empty: 'Convide a primeira pessoa.',
  deleteText: 'A pessoa sai em todos os dispositivos e o registo dela é apagado. O que fez continua na auditoria.',
  action: {
    agent: 'Passar a tratar de pedidos',
    noAgent: 'Deixar de tratar de pedidos',
    seller: 'Marcar como quem vende',
    noSeller: 'Deixar de vender contratos',
  },
  field: {
    support_agent: 'Agente de apoio',
    seller: 'Vende contratos',
    name: 'Nome',
    email: 'E-mail',
    language: 'Idioma',
    invited: 'Convite por e-mail',
  },
  lastSignIn: 'Último acesso',
  createdAt: 'Desde',
  you: 'A sua conta',
  invited: 'Convite enviado',
  help: { email: 'É com ele que a pessoa entra. O convite é enviado para este endereço.' },
  section: {
    person: 'A pessoa',
    personText: 'Vê e altera tudo na plataforma. Recebe um convite para escolher a própria palavra-passe.',
  },
} satisfies Phrases<typeof ptBR>
