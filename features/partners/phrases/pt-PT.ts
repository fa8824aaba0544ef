import type { Phrases } from '#catalogue/phrases/general.ts'
import type ptBR from './pt-BR.ts'

export default {
  title: 'Parceiras',
  purpose: 'Quem mantém unidades de negócio no portal, com equipa e endereço próprios.',
  add: 'Nova parceira',
  deleteText: 'A equipa, as contas de relatórios, os temas e os ficheiros da parceira serão também apagados.',
  empty: 'Crie a primeira parceira; as unidades de negócio dela vêm a seguir.',
  toUnits: 'Ver unidades de negócio',
  toTeam: 'Ver equipa',
  disabled: 'Desativada',
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
    enabled: 'Parceira ativa',
    hidden_menu: 'Ecrãs ocultos',
  },
  help: {
    subdomain: 'Letras minúsculas, números e hífen. A equipa da parceira entra por este endereço.',
    domain: 'Um endereço da própria empresa, apontado para o portal.',
    enabled: 'Ao desativar, a equipa e as pessoas de todas as unidades saem de imediato. Nada é apagado.',
  },
  section: {
    what: 'A parceira',
    whatText: 'O nome é visto pela equipa dela; o endereço é por onde entra.',
    hiddenText:
      'O que assinalar desaparece do menu da parceira e de todas as unidades dela, e o servidor também o recusa.',
    state: 'Situação',
    stateText: 'Uma parceira desativada guarda tudo e não deixa ninguém entrar.',
  },
} satisfies Phrases<typeof ptBR>
