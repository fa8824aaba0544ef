import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { counted } from '#catalogue/phrases/grammar/pt-PT.ts'
import type ptBR from './pt-BR.ts'

export default {
  ...counted('pessoa', 'f'),
  audit: {
    added: '{{actor}} adicionou {{target}} à equipa do parceiro',
    updated: '{{actor}} alterou os dados de {{target}} na equipa do parceiro',
    state_changed: '{{actor}} alterou o estado de {{target}} na equipa do parceiro',
    two_factor_reset: '{{actor}} repôs a verificação em dois passos de {{target}}',
    removed: '{{actor}} eliminou {{target}} da equipa do parceiro',
  },
  synonyms: 'colegas, masters, consultores',
  title: 'Equipa',
  purpose: 'Quem entra em nome do parceiro e gere as respetivas unidades de negócio.',
  add: 'Nova pessoa',
  empty: 'Adicione a primeira pessoa: sem equipa, ninguém consegue entrar no endereço do parceiro.',
  field: {
    support_agent: 'Agente de apoio',
    billing_administrator: 'Administra a faturação',
    name: 'Nome',
    email: 'E-mail',
    language: 'Idioma',
    password: 'Palavra-passe',
    parceiro_id: 'Parceiro',
    state: 'Estado',
  },
  createdAt: 'Desde',
  you: 'O próprio',
  own: 'Esta é a sua própria conta. Nome, idioma e palavra-passe alteram-se em',
  state: { A: 'Ativo', B: 'Bloqueado', I: 'Inativo' },
  help: {
    support_agent: 'Responde e encaminha os pedidos que as unidades passaram ao parceiro.',
    billing_administrator: 'Vê as faturas dos clientes do parceiro.',
    email: 'É com ele que a pessoa entra.',
    password: 'Pelo menos 8 caracteres. Entregue-a à pessoa, que a altera em “A minha conta”.',
    newPassword: 'Pelo menos 8 caracteres. Vazio: a palavra-passe atual mantém-se.',
  },
  section: {
    ticketsText: 'Sem isto, a pessoa só lê os pedidos encaminhados.',
    billingText: 'O que a pessoa vê da faturação. Quem não a vê também não a pode dar a ninguém.',
    person: 'A pessoa',
    personText: 'Vê todas as unidades de negócio do parceiro e pode entrar em cada uma.',
    password: 'Palavra-passe',
    passwordText: 'É com ela que a pessoa entra pela primeira vez.',
    newPasswordText:
      'Para quem se esqueceu da palavra-passe. Uma nova termina todas as sessões da pessoa. Entregue-a à pessoa, que a altera em “A minha conta”.',
  },
} satisfies Phrases<typeof ptBR>
