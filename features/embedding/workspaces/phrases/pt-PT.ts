import type { Phrases } from '#catalogue/phrases/general.ts'
import type ptBR from './pt-BR.ts'

export default {
  title: 'Workspaces',
  purpose: 'Locais no serviço de relatórios a partir dos quais esta unidade pode publicar.',
  add: 'Novo workspace',
  empty: 'Adicione um workspace de uma das contas para publicar os respetivos relatórios.',
  createdAt: 'Adicionado em',
  hiddenAccount: 'Conta que não lhe é visível',
  field: { name: 'Nome', account: 'Conta', reports: 'Relatórios publicados' },
  reports: 'Relatórios no serviço',
  noReports: 'Não há relatórios neste workspace. Publique um a partir do Power BI Desktop.',
  published: 'Publicado',
  secured: 'Cada pessoa vê as suas linhas',
  dialog: {
    account: 'De que conta?',
    search: 'Filtrar por nome',
    added: 'Adicionado',
    none: 'Esta conta não chega a nenhum workspace. Adicione a aplicação como membro de um, no serviço.',
    noneFound: 'Nenhum workspace com este nome.',
    noAccount: 'Ainda não há contas. Registe uma primeiro.',
    toAccounts: 'Ir para as contas',
  },
} satisfies Phrases<typeof ptBR>
