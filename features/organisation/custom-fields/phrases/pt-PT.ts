import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/pt-PT.ts'
import type ptBR from './pt-BR.ts'

export default {
  ...noun('campo personalizado', 'm'),
  synonyms: 'atributos, campos adicionais, número de colaborador',
  title: 'Campos personalizados',
  purpose: 'O que se quer saber das pessoas, para além do que o portal já pergunta.',
  purposeOfPartner:
    'O que se quer saber das pessoas. Os campos de um parceiro aplicam-se em todas as suas unidades de negócio.',
  add: 'Novo campo',
  deleteText: 'O que foi preenchido no campo será também apagado, na ficha de todas as pessoas.',
  empty: 'Crie um campo, por exemplo “Matrícula” ou “Loja”, e ele aparece na ficha de cada pessoa.',
  partner: 'Parceiro',
  ofPartner: 'Do parceiro',
  definedBy: 'Definido por {{partner}}',
  people: 'Preenchido',
  filled_zero: 'Por ninguém',
  filled_one: 'Por {{shown}} pessoa',
  filled_other: 'Por {{shown}} pessoas',
  field: {
    name: 'Nome',
    kind: 'Tipo',
    options: 'Opções',
    required: 'Obrigatório',
    searchable: 'Entra na pesquisa',
    in_registration: 'No autorregisto',
    global: 'Do parceiro',
    parceiro_id: 'Parceiro',
  },
  help: {
    options: 'Escreva uma opção e prima Enter. Quem já tem uma opção retirada fica com ela.',
    required: 'Aplica-se a pessoas novas e a quem apagar o valor.',
    searchable: 'A pesquisa de utilizadores encontra as pessoas também por este campo.',
    in_registration: 'Quem se regista por conta própria também o preenche.',
  },
  choice: {
    kind: {
      text: 'Texto',
      number: 'Número',
      date: 'Data',
      list: 'Lista',
      single: 'Escolha única',
      multiple: 'Escolha múltipla',
    },
  },
  section: {
    what: 'Campo',
    whatText: 'Como se chama na ficha e que respostas aceita.',
    partnerText:
      'Como se chama no formulário e que respostas aceita. É válido em todas as unidades de negócio do parceiro.',
    globalText: 'É do parceiro e é válido em todas as suas unidades. Aqui preenche-se; só o parceiro o altera.',
    valuesText: 'Definidos por esta unidade de negócio e pelo seu parceiro.',
  },
} satisfies Phrases<typeof ptBR>
