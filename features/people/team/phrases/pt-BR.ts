import { counted } from '#catalogue/phrases/grammar/pt-BR.ts'

export default {
  ...counted('pessoa', 'f'),
  audit: {
    added: '{{actor}} adicionou {{target}} à equipe do parceiro',
    updated: '{{actor}} alterou os dados de {{target}} na equipe do parceiro',
    state_changed: '{{actor}} mudou a situação de {{target}} na equipe do parceiro',
    two_factor_reset: '{{actor}} redefiniu a verificação em duas etapas de {{target}}',
    removed: '{{actor}} excluiu {{target}} da equipe do parceiro',
  },
  synonyms: 'colegas, masters, consultores',
  title: 'Equipe',
  purpose: 'Quem entra como parceiro e cuida das unidades de negócio dele.',
  add: 'Nova pessoa',
  empty: 'Adicione a primeira pessoa: sem equipe, ninguém entra no endereço do parceiro.',
  field: {
    support_agent: 'Agente de suporte',
    billing_administrator: 'Administra o faturamento',
    name: 'Nome',
    email: 'E-mail',
    language: 'Idioma',
    password: 'Senha',
    parceiro_id: 'Parceiro',
    state: 'Situação',
  },
  createdAt: 'Desde',
  you: 'Você',
  own: 'Esta é a sua própria conta. Nome, idioma e senha você altera em',
  state: { A: 'Ativo', B: 'Bloqueado', I: 'Inativo' },
  help: {
    support_agent: 'Responde e encaminha os chamados que as unidades passaram ao parceiro.',
    billing_administrator: 'Vê as faturas dos clientes do parceiro.',
    email: 'É com ele que a pessoa entra.',
    password: 'Ao menos 8 caracteres. Entregue-a à pessoa, que a troca em “Minha conta”.',
    newPassword: 'Ao menos 8 caracteres. Vazio: a senha de agora continua valendo.',
  },
  section: {
    ticketsText: 'Sem isto, a pessoa só lê os chamados encaminhados.',
    billingText: 'O que a pessoa vê do faturamento. Quem não o vê também não o dá a ninguém.',
    person: 'A pessoa',
    personText: 'Ela vê todas as unidades de negócio do parceiro e pode entrar em cada uma delas.',
    password: 'Senha',
    passwordText: 'Com ela a pessoa entra pela primeira vez.',
    newPasswordText:
      'Para quem esqueceu a senha. Uma nova senha encerra todas as sessões da pessoa. Entregue-a à pessoa, que a troca em “Minha conta”.',
  },
}
