import { noun } from '#catalogue/phrases/grammar/pt-BR.ts'

const words = noun('grupo de usuários', 'm')

export default {
  ...words,
  audit: {
    ...words.audit,
    migrated: '{{actor}} moveu o grupo {{target}} para outra unidade',
    received: '{{actor}} trouxe o grupo {{target}} de outra unidade',
  },
  synonyms: 'departamentos, times, equipes, perfis de acesso',
  title: 'Grupos de usuários',
  purpose: 'Reúna pessoas em grupos para liberar relatórios a todas de uma vez.',
  add: 'Novo grupo',
  deleteText: 'As pessoas ficam, mas perdem os relatórios que só o grupo liberava.',
  empty: 'Crie o primeiro grupo e libere relatórios para todas as pessoas dele de uma vez.',
  createdAt: 'Criado em',
  members_zero: 'Ninguém',
  members_one: '{{shown}} pessoa',
  members_other: '{{shown}} pessoas',
  addMember: 'Busque uma pessoa por nome ou e-mail',
  removeMember: 'Remover {{name}} do grupo',
  grantees: {
    group: 'Liberar para um grupo',
    person: 'Liberar para uma pessoa',
    list: 'Liberado para',
    remove: 'Remover {{name}}',
  },
  field: { name: 'Nome', description: 'Descrição', member_ids: 'Pessoas' },
  section: {
    what: 'O grupo',
    whatText: 'O nome aparece para quem libera relatórios. A descrição ajuda a escolher o grupo certo.',
    who: 'Quem participa',
    whoText: 'Quem entra passa a abrir os relatórios liberados ao grupo; quem sai deixa de abri-los na mesma hora.',
  },
}
