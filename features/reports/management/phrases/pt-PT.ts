import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/pt-PT.ts'
import type ptBR from './pt-BR.ts'

export default {
  ...noun('relatório de utilização do portal', 'm'),
  synonyms: 'gestão, publicar para as unidades',
  title: 'Relatórios de utilização do portal',
  purpose: 'O que as unidades de negócio leem sobre a sua utilização do portal.',
  empty: 'Publique o primeiro relatório de utilização do portal para as unidades de negócio.',
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
    toText: 'Cada unidade vê só os seus números, e nenhum nome de pessoa.',
  },
  all: 'Todas',
  yes: 'Sim',
  no: 'Não',
  page: {
    synonyms: 'gestão, adoção, publicados pelo parceiro',
    title: 'Relatórios de utilização do portal',
    purpose: 'Números da sua unidade sobre a utilização do portal.',
    empty: 'Ainda não tem relatórios de utilização do portal',
    emptyText: 'A plataforma ou o seu parceiro publica aqui relatórios sobre a utilização do portal.',
    ofPlatform: 'Da plataforma',
    ofPartner: 'Do parceiro',
    back: 'Relatórios de utilização do portal',
  },
} satisfies Phrases<typeof ptBR>
