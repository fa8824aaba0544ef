// The latest changelog entries of the demo world, for partners and administrators.
import type { Texts } from '#catalogue/languages.ts'

export type DemoEntry = {
  daysAgo: number
  kind: 'system_update' | 'new_version' | 'improvement'
  title: Texts
  body: Texts
}

export const demoChangelog: readonly DemoEntry[] = [
  {
    daysAgo: 9,
    kind: 'improvement',
    title: {
      'pt-BR': 'Listas como arquivo',
      'en-US': 'Lists as files',
      es: 'Listas como archivo',
      'pt-PT': 'Listas como ficheiro',
    },
    body: {
      'pt-BR': 'Toda lista pode ser exportada em CSV ou Excel, com a busca, os filtros e as colunas que você escolheu.',
      'en-US': 'Every list can be exported as CSV or Excel, with the search, the filters and the columns you chose.',
      es: 'Cada lista se puede exportar en CSV o Excel, con la búsqueda, los filtros y las columnas que eligió.',
      'pt-PT':
        'Todas as listas podem ser exportadas em CSV ou Excel, com a pesquisa, os filtros e as colunas que escolheu.',
    },
  },
  {
    daysAgo: 31,
    kind: 'new_version',
    title: {
      'pt-BR': 'Etiquetas nos relatórios',
      'en-US': 'Tags on reports',
      es: 'Etiquetas en los informes',
      'pt-PT': 'Etiquetas nos relatórios',
    },
    body: {
      'pt-BR': 'Marque relatórios com palavras suas, como “Mensal”, e encontre-os juntos seja qual for a pasta.',
      'en-US': 'Mark reports with words of your own, like “Monthly”, and find them together whatever their folder.',
      es: 'Marque informes con palabras propias, como «Mensual», y encuéntrelos juntos sea cual sea la carpeta.',
      'pt-PT': 'Marque relatórios com palavras suas, como «Mensal», e encontre-os juntos seja qual for a pasta.',
    },
  },
]

/** An entry that the platform has not sent yet. */
export const demoDraft: Pick<DemoEntry, 'kind' | 'title' | 'body'> = {
  kind: 'system_update',
  title: {
    'pt-BR': 'Relatórios mais rápidos',
    'en-US': 'Faster reports',
    es: 'Informes más rápidos',
    'pt-PT': 'Relatórios mais rápidos',
  },
  body: {
    'pt-BR': 'Um relatório que alguém abriu há pouco aparece de imediato para as pessoas com o mesmo acesso.',
    'en-US': 'A report that somebody opened a short while ago appears at once for people with the same access.',
    es: 'Un informe que alguien abrió hace poco aparece de inmediato para las personas con el mismo acceso.',
    'pt-PT': 'Um relatório que alguém abriu há pouco aparece de imediato às pessoas com o mesmo acesso.',
  },
}
