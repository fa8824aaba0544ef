import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/pt-PT.ts'
import type ptBR from './pt-BR.ts'

export default {
  ...noun('parceiro', 'm'),
  synonyms: 'revendedores, consultoras, master',
  title: 'Parceiros',
  purpose: 'Quem mantém unidades de negócio no portal, com equipa e endereço próprios.',
  deleteText: 'A equipa, as contas de relatórios, os temas e os ficheiros do parceiro serão também apagados.',
  empty: 'Crie o primeiro parceiro; as unidades de negócio dele vêm a seguir.',
  toUnits: 'Ver unidades de negócio',
  toTeam: 'Ver equipa',
  disabled: 'Desativado',
  units: 'Unidades',
  people: 'Utilizadores',
  staff: 'Equipa',
  unitCount_zero: 'Nenhuma unidade',
  unitCount_one: '{{shown}} unidade',
  unitCount_other: '{{shown}} unidades',
  userCount_zero: 'Nenhum utilizador',
  userCount_one: '{{shown}} utilizador',
  userCount_other: '{{shown}} utilizadores',
  field: {
    name: 'Nome',
    subdomain: 'Subdomínio',
    domain: 'Domínio próprio',
    enabled: 'Parceiro ativo',
    hidden_menu: 'Ecrãs ocultos',
  },
  help: {
    subdomain: 'Letras minúsculas, números e hífen. A equipa do parceiro entra por este endereço.',
    enabled: 'Ao desativar, a equipa e as pessoas de todas as unidades saem de imediato. Nada é apagado.',
  },
  section: {
    what: 'O parceiro',
    whatText: 'O nome é visto pela equipa dele; o endereço é por onde entra.',
    hiddenText:
      'O que assinalar desaparece do menu do parceiro e de todas as unidades dele, e o servidor também o recusa.',
    state: 'Estado',
    stateText: 'Um parceiro desativado guarda tudo e não deixa ninguém entrar.',
  },
} satisfies Phrases<typeof ptBR>
