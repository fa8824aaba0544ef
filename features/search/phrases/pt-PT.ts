import type { Phrases } from '#catalogue/phrases/general.ts'
import type ptBR from './pt-BR.ts'

export default {
  open: 'Pesquisar em tudo',
  placeholder: 'Relatórios, pessoas, grupos, ecrãs…',
  results: 'Resultados',
  recent: 'Recentes',
  hint: 'Escreva para pesquisar relatórios, pessoas, grupos e ecrãs.',
  nothing: 'Nada encontrado para “{{search}}”. Experimente menos letras ou outra palavra.',
  found_one: '{{count}} resultado',
  found_other: '{{count}} resultados',
  kind: {
    report: 'Relatórios',
    report_subgroup: 'Subgrupos de relatórios',
    report_group: 'Grupos de relatórios',
    user: 'Pessoas',
    user_group: 'Grupos de utilizadores',
    tenant: 'Unidades de negócio',
    screen: 'Ecrãs',
  },
} satisfies Phrases<typeof ptBR>
