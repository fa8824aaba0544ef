import { noun } from '#catalogue/phrases/grammar/pt-BR.ts'

const words = noun('workspace', 'm')

export default {
  ...words,
  audit: { added: words.audit.added, removed: '{{actor}} retirou o workspace {{target}}' },
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
