import { counted } from '#catalogue/phrases/grammar/pt-BR.ts'

export default {
  ...counted('pessoa', 'f'),
  audit: {
    added: '{{actor}} convidou {{target}} para a equipe da plataforma',
    agent_changed: '{{actor}} mudou se {{target}} atende chamados',
    seller_changed: '{{actor}} mudou se {{target}} vende contratos',
    link_sent: '{{actor}} criou um novo link de convite para {{target}}',
    removed: '{{actor}} excluiu {{target}} da equipe da plataforma',
  },
  synonyms: 'operadores, a2m, administradores da plataforma',
  title: 'Equipe da plataforma',
  purpose: 'Quem cuida da plataforma inteira: parceiros, configurações e novidades.',
  add: 'Convidar pessoa',
  empty: 'Convide a primeira pessoa.',
  deleteText: 'A pessoa sai em todos os aparelhos e o cadastro dela é apagado. O que ela fez continua na auditoria.',
  action: {
    agent: 'Passar a atender chamados',
    noAgent: 'Deixar de atender chamados',
    seller: 'Marcar como quem vende',
    noSeller: 'Deixar de vender contratos',
  },
  field: {
    support_agent: 'Agente de suporte',
    seller: 'Vende contratos',
    name: 'Nome',
    email: 'E-mail',
    language: 'Idioma',
    invited: 'Convite por e-mail',
  },
  lastSignIn: 'Último acesso',
  createdAt: 'Desde',
  you: 'Você',
  invited: 'Convite enviado',
  help: { email: 'É com ele que a pessoa entra. O convite vai para este endereço.' },
  section: {
    person: 'A pessoa',
    personText: 'Ela vê e altera tudo na plataforma. Recebe um convite para escolher a própria senha.',
  },
}
