import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/pt-PT.ts'
import type ptBR from './pt-BR.ts'

export default {
  ...noun('relatório de gestão', 'm'),
  synonyms: 'utilização do portal, custos, publicar para as unidades',
  title: 'Relatórios de gestão',
  purpose:
    'O que as unidades de negócio leem sobre a utilização e os custos do portal, e relatórios do parceiro para elas.',
  empty: 'Publique o primeiro relatório de gestão para as unidades de negócio.',
  field: {
    title: 'Título',
    description: 'Descrição',
    source: 'Conteúdo',
    embedded: 'Relatório do serviço e função',
    readers: 'Quem lê',
    tenant_ids: 'Unidades de negócio',
    tenants: 'Nomes das unidades de negócio',
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
      costs: 'Custos: faturas e capacidades por mês',
      report: 'Relatório do serviço de relatórios',
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
  costs: {
    empty:
      'A unidade não tem faturas nem utilização de capacidades neste período. Uma fatura aparece aqui depois de ser emitida.',
    billed: 'Total faturado',
    ofCapacities: 'Capacidades em {{currency}}',
    unpriced: 'Há horas sem preço.',
    bills: 'Faturas por mês',
    chart: 'Total faturado por mês',
    shared: 'A fatura de várias unidades do cliente mostra apenas as pessoas desta unidade, sem valores das outras.',
    month: 'Mês',
    people: 'Pessoas da unidade',
    billedPeople: 'Pessoas na fatura',
    bonus: 'Sem custo',
    price: 'Preço por pessoa',
    domains: 'Domínios',
    domainFee: 'Taxa por domínio',
    total: 'Total',
    capacities: 'Capacidades da unidade',
    capacity: 'Capacidade',
    hours: 'Horas',
    hourPrice: 'Preço por hora',
    amount: 'Valor',
    noPrice: 'Sem preço',
    period: 'Período: últimos 12 meses',
    thisYear: 'Este ano',
    lastYear: 'Ano passado',
  },
  embedded: {
    account_id: 'Conta',
    workspace_id: 'Área de trabalho',
    report_id: 'Relatório',
    role: 'Função do modelo de dados',
    roleHelp:
      'Cada unidade lê com esta função. USERNAME() é o id da unidade: a regra da função tem de fazer a comparação com esse id.',
    roleUnchecked:
      'O serviço não indica o que a função filtra. Verifique no modelo de dados: sem filtro, cada unidade lê as linhas de todas.',
    none: 'Ainda não há contas de parceiros. Um parceiro adiciona uma em Contas, no seu endereço.',
  },
  page: {
    synonyms: 'utilização do portal, custos, adoção, publicados pelo parceiro',
    title: 'Relatórios de gestão',
    purpose: 'O que a plataforma e o seu parceiro publicam para a sua unidade.',
    empty: 'Ainda não tem relatórios de gestão',
    emptyText: 'A plataforma ou o seu parceiro publica aqui relatórios sobre a utilização, os custos e o negócio.',
    ofPlatform: 'Da plataforma',
    ofPartner: 'Do parceiro',
    back: 'Relatórios de gestão',
  },
} satisfies Phrases<typeof ptBR>
