import { noun } from '#catalogue/phrases/grammar/pt-BR.ts'

export default {
  ...noun('parceiro', 'm'),
  title: 'Parceiros',
  purpose: 'Quem mantém unidades de negócio no portal, com equipe e endereço próprios.',
  deleteText: 'A equipe, as contas de relatórios, os temas e os arquivos do parceiro também serão apagados.',
  empty: 'Crie o primeiro parceiro; as unidades de negócio dele vêm depois.',
  toUnits: 'Ver unidades de negócio',
  toTeam: 'Ver equipe',
  disabled: 'Desativado',
  units: 'Unidades',
  people: 'Usuários',
  staff: 'Equipe',
  unitCount_zero: 'Nenhuma unidade',
  unitCount_one: '{{shown}} unidade',
  unitCount_other: '{{shown}} unidades',
  userCount_zero: 'Nenhum usuário',
  userCount_one: '{{shown}} usuário',
  userCount_other: '{{shown}} usuários',
  field: {
    name: 'Nome',
    subdomain: 'Subdomínio',
    domain: 'Domínio próprio',
    enabled: 'Parceiro ativo',
    hidden_menu: 'Telas ocultas',
  },
  help: {
    subdomain: 'Letras minúsculas, números e hífen. A equipe do parceiro entra por este endereço.',
    enabled: 'Ao desativar, a equipe e as pessoas de todas as unidades saem na mesma hora. Nada é apagado.',
  },
  section: {
    what: 'O parceiro',
    whatText: 'O nome aparece para a equipe dele; o endereço é por onde ela entra.',
    hiddenText: 'O que for marcado some do menu do parceiro e de todas as unidades dele, e o servidor também o recusa.',
    state: 'Situação',
    stateText: 'Um parceiro desativado guarda tudo e não deixa ninguém entrar.',
  },
}
