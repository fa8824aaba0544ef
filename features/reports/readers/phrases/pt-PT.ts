import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  noun: 'Acesso aos relatórios',
  title: 'Acesso aos relatórios',
  field: {
    report: 'Relatório',
    place: 'Grupo e subgrupo',
    person: 'Pessoa',
    email: 'E-mail',
    way: 'Concessão',
    groups: 'Grupos de utilizadores',
    opens: 'Pode abrir',
  },
  choice: { way: { direct: 'Direta', group: 'Por grupo', manager: 'Gestão de relatórios' } },
  yes: 'Sim',
  hidden: 'Não: oculto',
  byReport: {
    synonyms: 'quem vê, quem pode abrir, permissões',
    title: 'Utilizadores por relatório',
    purpose: 'Quem pode abrir cada relatório, e por que concessão.',
    add: 'Concessão',
    empty: 'Publique um relatório e conceda-o a alguém.',
  },
  byUser: {
    synonyms: 'o que cada pessoa vê, permissões',
    title: 'Relatórios por utilizador',
    purpose: 'O que cada pessoa pode abrir, e por que concessão.',
    add: 'Concessão',
    empty: 'Adicione pessoas e conceda-lhes relatórios.',
  },
} satisfies Phrases<typeof ptBR>
