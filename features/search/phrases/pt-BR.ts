export default {
  open: 'Buscar em tudo',
  placeholder: 'Relatórios, pessoas, grupos, telas…',
  results: 'Resultados',
  recent: 'Recentes',
  hint: 'Digite para buscar relatórios, pessoas, grupos e telas.',
  nothing: 'Nada encontrado para “{{search}}”. Tente menos letras ou outra palavra.',
  found_one: '{{count}} resultado',
  found_other: '{{count}} resultados',
  kind: {
    report: 'Relatórios',
    report_subgroup: 'Subgrupos de relatórios',
    report_group: 'Grupos de relatórios',
    user: 'Pessoas',
    user_group: 'Grupos de usuários',
    tenant: 'Unidades de negócio',
    screen: 'Telas',
  },
}
