import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/pt-PT.ts'
import type ptBR from './pt-BR.ts'

const nounPhrases = noun('área de trabalho', 'f')

export default {
  ...nounPhrases,
  audit: {
    updated: '{{actor}} mudou o nome da área de trabalho {{target}}',
    added: nounPhrases.audit.added,
    removed: '{{actor}} retirou a área de trabalho {{target}}',
  },
  synonyms: 'áreas de trabalho, espaços, Power BI',
  title: 'Áreas de trabalho',
  purpose: 'Locais no serviço de relatórios a partir dos quais esta unidade pode publicar.',
  empty: 'Adicione uma área de trabalho de uma das contas para publicar os respetivos relatórios.',
  createdAt: 'Adicionada em',
  hiddenAccount: 'Conta que não lhe é visível',
  field: { name: 'Nome', account: 'Conta', reports: 'Relatórios publicados' },
  reports: 'Relatórios no serviço',
  noReports: 'Não há relatórios nesta área de trabalho. Publique um a partir do Power BI Desktop.',
  published: 'Publicado',
  secured: 'Cada pessoa vê as suas linhas',
  rename: 'Mudar o nome',
  renameTitle: 'Mudar o nome de {{name}}',
  renameText: 'Só muda o nome que o portal mostra. No serviço, a área de trabalho mantém o dela.',
  datasets: 'Conjuntos de dados',
  noDatasets: 'Não há conjuntos de dados nesta área de trabalho.',
  dashboards: 'Dashboards',
  noDashboards:
    'Esta área de trabalho não tem dashboards. Quem usa o Power BI cria um dashboard no serviço ao afixar elementos visuais de um relatório.',
  dashboardsText: 'Os dashboards ficam no serviço: o portal abre os relatórios que estão por detrás dos mosaicos.',
  noTiles: 'Este dashboard não tem mosaicos.',
  untitledTile: 'Mosaico sem título',
  tileReport: 'Relatório publicado',
  tileData: 'Dados de {{name}}',
  tileUnpublished: 'Não vem de um relatório publicado aqui.',
  unused: 'Nenhum relatório publicado o usa.',
  usedBy: 'Usado por',
  by: 'Configurado por {{name}}',
  refreshable: 'Pode ser atualizado',
  people_one: '{{count}} pessoa',
  people_other: '{{count}} pessoas',
  dialog: {
    account: 'De que conta?',
    findAccount: 'Procurar uma conta pelo nome',
    of: 'Áreas de trabalho de {{account}}',
    search: 'Filtrar por nome',
    added: 'Adicionada',
    share: 'Partilhar',
    shareText: 'Outra unidade já publica a partir desta área. Partilhada, esta unidade também publica a partir dela.',
    none: 'Esta conta não chega a nenhuma área de trabalho. Adicione a aplicação como membro de uma, no serviço.',
    noneFound: 'Nenhuma área de trabalho com este nome.',
    noAccount: 'Ainda não há contas. Registe uma primeiro.',
    toAccounts: 'Ir para as contas',
  },
} satisfies Phrases<typeof ptBR>
