import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  noun: 'Vista de relatório',
  audit: {
    added: '{{actor}} guardou a vista {{target}} de um relatório',
    updated: '{{actor}} alterou a vista {{target}} de um relatório',
    removed: '{{actor}} eliminou a vista {{target}} de um relatório',
  },
  title: 'Vistas',
  text: 'Uma vista guarda a página, os filtros e as segmentações atuais. Quem tem a ligação e pode abrir o relatório também a vê, com os seus próprios dados.',
  save: 'Guardar vista',
  saved: 'Vista guardada.',
  notReady: 'O relatório ainda está a abrir. Tente de novo dentro de instantes.',
  empty: 'Filtre o relatório como precisa e guarde a primeira vista.',
  default: 'O relatório abre com esta vista',
  more: 'Mais ações da vista {{name}}',
  first: 'Abrir o relatório com esta vista',
  notFirst: 'Deixar de abrir com esta vista',
  rename: 'Mudar o nome',
  replace: 'Substituir pelo que o relatório mostra agora',
  field: {
    name: 'Nome da vista',
    is_default: 'Abrir o relatório com esta vista',
    report: 'Relatório',
    page: 'Página',
    filters: 'Filtros',
    slicers: 'Segmentações',
  },
} satisfies Phrases<typeof ptBR>
