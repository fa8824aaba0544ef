import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  placeholder: 'Relatórios, pessoas, etiquetas, ecrãs, opções…',
  results: 'Resultados',
  recent: 'Recentes',
  hint: 'Escreva para pesquisar relatórios, aplicações, playlists, alertas, pessoas, etiquetas, ecrãs e o que pode fazer.',
  nothing: 'Nada encontrado para “{{search}}”. Experimente menos letras ou outra palavra.',
  found_one: '{{count}} resultado',
  found_other: '{{count}} resultados',
  keys: 'g e uma letra: ir pelo menu · ?: todas as teclas',
  account: 'Palavra-passe, idioma, claro ou escuro',
  words: {
    add: 'novo nova adicionar criar registar',
    account: 'conta perfil palavra-passe senha mudar idioma língua tema aspeto claro escuro sessões',
  },
  kind: {
    report: 'Relatórios',
    page: 'Páginas de relatórios',
    external_report: 'Relatórios externos',
    app: 'Aplicações',
    playlist: 'Playlists',
    report_subgroup: 'Subgrupos de relatórios',
    report_group: 'Grupos de relatórios',
    tag: 'Etiquetas',
    task: 'Alertas',
    user: 'Pessoas',
    user_group: 'Grupos de utilizadores',
    tenant: 'Unidades de negócio',
    screen: 'Ecrãs',
    setting: 'Opções',
    action: 'Ações',
  },
} satisfies Phrases<typeof ptBR>
