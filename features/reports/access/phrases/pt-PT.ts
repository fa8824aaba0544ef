import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  title: 'Quem pode abrir {{name}}',
  settings: 'Definições do relatório',
  field: {
    grants: 'Acesso',
    roles: 'Funções',
    identity: 'Nome de utilizador da identidade',
    identity_value: 'Valor usado como nome de utilizador',
    identity_field: 'Campo usado como nome de utilizador',
    pages: 'Páginas',
    chosenPages: 'Páginas concedidas',
    custom_data: 'Dados personalizados',
    ends_on: 'Acesso até',
    without_filters: 'Sem os filtros do relatório',
  },
  section: {
    who: 'Pessoas e grupos',
    whoText:
      'Quem entra nesta lista abre o relatório; quem sai deixa de o abrir de imediato, mesmo que o esteja a ler.',
    readers: 'O que cada pessoa vê',
    readersText:
      'Decidido agora pelo servidor, com o que está guardado. O que se concede à pessoa prevalece sobre os grupos.',
  },
  pick: {
    group: 'Adicionar um grupo',
    person: 'Adicionar uma pessoa',
    groupSearch: 'Procure um grupo',
    personSearch: 'Procure por nome ou e-mail',
  },
  members_one: '{{count}} pessoa',
  members_other: '{{count}} pessoas',
  none: 'Por agora ninguém pode abrir este relatório, exceto quem gere relatórios.',
  edit: 'Alterar o que {{name}} vê',
  fold: 'Fechar',
  remove: 'Retirar o acesso a {{name}}',
  until: 'Até {{day}}',
  pages: { all: 'Todas as páginas', some: 'Apenas as páginas escolhidas' },
  onlyPages_one: 'Apenas a página {{pages}}.',
  onlyPages_other: 'Apenas as páginas {{pages}}.',
  identities: { email: 'O e-mail de quem lê', field: 'Um campo personalizado', value: 'Um valor fixo' },
  help: {
    identity_field:
      'Vale o que a ficha de cada pessoa tem neste campo. Quem não tem valor não o abre. Os campos que a própria pessoa preenche ao registar-se não aparecem.',
    pages: 'As outras páginas não são listadas nem abertas: o serviço de relatórios recusa-as.',
    pagesArranged:
      'O serviço da Microsoft não conhece páginas nem filtros de relatório no token: aí apenas organizam o que se mostra. O que protege os dados é a segurança de linha.',
    ends_on: 'O último dia do acesso. Depois dele, a pessoa deixa de o abrir. Vazio: não termina.',
    without_filters:
      'Os filtros definidos por quem publicou não se aplicam a este acesso. A segurança de linha mantém-se.',
    roles: 'Escolha na lista, ou escreva o nome tal como está no modelo de dados e prima Enter.',
    identity: 'É o que USERNAME() e USERPRINCIPALNAME() devolvem no modelo de dados.',
    identity_value: 'Até 256 carateres, sem espaços.',
    custom_data: 'É o que CUSTOMDATA() devolve no modelo de dados.',
  },
  fault: {
    identity_field: 'Escolha um campo.',
    pages: 'Escolha pelo menos uma página.',
    roles: 'Indique pelo menos uma função.',
    rolesInvalid: 'Até 50 funções com um máximo de 50 carateres cada, sem vírgulas.',
    identity_value: 'Indique um valor sem espaços.',
    custom_data: 'Até 1024 carateres.',
  },
  sees: {
    everything: 'Vê todas as linhas.',
    ignored: 'Vê as linhas da função {{role}}, como toda a gente.',
    nothing: 'Sem função: não vê nada.',
    own_one: 'Vê as linhas da função {{roles}}, com o seu próprio e-mail.',
    own_other: 'Vê as linhas das funções {{roles}}, com o seu próprio e-mail.',
    ownEach_one: 'Cada pessoa vê as linhas da função {{roles}}, com o seu próprio e-mail.',
    ownEach_other: 'Cada pessoa vê as linhas das funções {{roles}}, com o seu próprio e-mail.',
    as_one: 'Vê as linhas da função {{roles}}, como {{username}}.',
    as_other: 'Vê as linhas das funções {{roles}}, como {{username}}.',
    field_one: 'Vê as linhas da função {{roles}}, com o valor do campo {{field}}.',
    field_other: 'Vê as linhas das funções {{roles}}, com o valor do campo {{field}}.',
    data: 'Dados personalizados: {{data}}.',
    allIgnored:
      'Este relatório ignora a segurança ao nível da linha: todos leem com a função {{role}}. As funções indicadas aqui não têm efeito agora.',
    open: 'O modelo de dados não tem funções: quem abre o relatório vê todas as linhas.',
    hidden: 'O relatório está oculto: só quem gere relatórios o abre, seja qual for a lista.',
  },
  outcome: {
    identity_missing: 'Não o abre: falta uma função, ou o valor do campo que dá o nome de utilizador',
    identity_ambiguous: 'Não o abre: os grupos dão identidades diferentes. Conceda-lho diretamente.',
    hidden: 'Não o abre: o relatório está oculto',
  },
  reader: { name: 'Pessoa', through: 'Através de', direct: 'Diretamente', sees: 'Vê' },
  readersNone: 'Este relatório ainda não foi concedido a ninguém.',
  readersMore: 'A mostrar {{shown}} de {{total}} pessoas.',
  unsaved: 'Há alterações por guardar: a tabela mostra o que vale até agora.',
} satisfies Phrases<typeof ptBR>
