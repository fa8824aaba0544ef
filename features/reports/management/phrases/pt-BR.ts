import { noun } from '#catalogue/phrases/grammar/pt-BR.ts'

export default {
  ...noun('relatório de uso do portal', 'm'),
  synonyms: 'gerenciais, publicar para as unidades',
  title: 'Relatórios de uso do portal',
  purpose: 'O que as unidades de negócio leem sobre o próprio uso do portal.',
  empty: 'Publique o primeiro relatório de uso do portal para as unidades de negócio.',
  field: {
    title: 'Título',
    description: 'Descrição',
    source: 'Conteúdo',
    readers: 'Quem lê',
    tenant_ids: 'Unidades de negócio',
    published: 'Publicado',
  },
  help: {
    tenant_ids: 'Nenhuma: todas as unidades.',
    published: 'Desligado, ninguém o vê nas unidades.',
  },
  choice: {
    source: {
      usage: 'Visualizações por dia e hora',
      people: 'Leitores e relatórios sem leitura',
      performance: 'Tempo de espera e falhas',
    },
    readers: {
      managers: 'Administradores',
      everybody: 'Todas as pessoas',
    },
  },
  section: {
    what: 'Relatório',
    whatText: 'O que falta num idioma é lido em inglês ou, sem inglês, em português.',
    to: 'Publicação',
    toText: 'Cada unidade vê só os próprios números, e nenhum nome de pessoa.',
  },
  all: 'Todas',
  yes: 'Sim',
  no: 'Não',
  page: {
    synonyms: 'gerenciais, adoção, publicados pelo parceiro',
    title: 'Relatórios de uso do portal',
    purpose: 'Números da sua unidade sobre o uso do portal.',
    empty: 'Ainda não há relatórios de uso do portal para você',
    emptyText: 'A plataforma ou o seu parceiro publica aqui relatórios sobre o uso do portal.',
    ofPlatform: 'Da plataforma',
    ofPartner: 'Do parceiro',
    back: 'Relatórios de uso do portal',
  },
}
