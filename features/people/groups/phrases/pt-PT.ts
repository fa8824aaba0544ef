import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/pt-PT.ts'
import type ptBR from './pt-BR.ts'

const words = noun('grupo de utilizadores', 'm')

export default {
  ...words,
  audit: {
    ...words.audit,
    migrated: '{{actor}} moveu o grupo {{target}} para outra unidade',
    received: '{{actor}} trouxe o grupo {{target}} de outra unidade',
  },
  synonyms: 'departamentos, equipas, grupos de acesso',
  title: 'Grupos de utilizadores',
  purpose: 'Junte pessoas em grupos para conceder relatórios a todas de uma só vez.',
  add: 'Novo grupo',
  deleteText: 'As pessoas mantêm-se, mas perdem os relatórios a que só o grupo dava acesso.',
  empty: 'Crie o primeiro grupo e conceda relatórios a todas as pessoas que dele fazem parte.',
  createdAt: 'Criado em',
  members_zero: 'Ninguém',
  members_one: '{{shown}} pessoa',
  members_other: '{{shown}} pessoas',
  addMember: 'Procure uma pessoa por nome ou e-mail',
  removeMember: 'Retirar {{name}} do grupo',
  grantees: {
    group: 'Conceder a um grupo',
    person: 'Conceder a uma pessoa',
    list: 'Concedido a',
    remove: 'Retirar {{name}}',
  },
  field: { name: 'Nome', description: 'Descrição', member_ids: 'Pessoas' },
  section: {
    what: 'O grupo',
    whatText: 'O nome é visto por quem concede relatórios. A descrição ajuda a escolher o grupo certo.',
    who: 'Quem faz parte',
    whoText: 'Quem entra passa a poder abrir os relatórios concedidos ao grupo; quem sai deixa de o poder de imediato.',
  },
} satisfies Phrases<typeof ptBR>
