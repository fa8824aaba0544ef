import { noun } from '#catalogue/phrases/grammar/pt-BR.ts'

const words = noun('workspace', 'm')

export default {
  ...words,
  audit: {
    updated: '{{actor}} renomeou o workspace {{target}}',
    added: words.audit.added,
    removed: '{{actor}} retirou o workspace {{target}}',
  },
  title: 'Workspaces',
  purpose: 'Lugares no serviço de relatórios de onde esta unidade pode publicar.',
  empty: 'Adicione um workspace de uma das contas para publicar os relatórios dele.',
  createdAt: 'Adicionado em',
  hiddenAccount: 'Conta não visível para você',
  field: { name: 'Nome', account: 'Conta', reports: 'Relatórios publicados' },
  reports: 'Relatórios no serviço',
  noReports: 'Não há relatórios neste workspace. Publique um nele pelo Power BI Desktop.',
  published: 'Publicado',
  secured: 'Cada pessoa vê as próprias linhas',
  rename: 'Renomear',
  renameTitle: 'Renomear {{name}}',
  renameText: 'Só muda o nome que o portal mostra. No serviço, o workspace continua com o dele.',
  datasets: 'Conjuntos de dados',
  noDatasets: 'Não há conjuntos de dados neste workspace.',
  unused: 'Nenhum relatório publicado usa.',
  usedBy: 'Usado por',
  by: 'Configurado por {{name}}',
  refreshable: 'Pode ser atualizado',
  people_one: '{{count}} pessoa',
  people_other: '{{count}} pessoas',
  dialog: {
    account: 'De qual conta?',
    search: 'Filtrar por nome',
    added: 'Adicionado',
    none: 'Esta conta não alcança nenhum workspace. Inclua o aplicativo dela como membro de um, no serviço.',
    noneFound: 'Nenhum workspace com este nome.',
    noAccount: 'Ainda não há contas. Cadastre uma primeiro.',
    toAccounts: 'Ir para contas',
  },
}
