import { noun } from '#catalogue/phrases/grammar/pt-BR.ts'

export default {
  ...noun('campo personalizado', 'm'),
  synonyms: 'atributos, campos extras, matrícula, cadastro',
  title: 'Campos personalizados',
  purpose: 'O que se quer saber das pessoas, além do que o portal já pergunta.',
  purposeOfPartner:
    'O que se quer saber das pessoas. Os campos de um parceiro valem em todas as unidades de negócio dele.',
  add: 'Novo campo',
  deleteText: 'O que foi preenchido no campo também será apagado, no cadastro de todas as pessoas.',
  empty: 'Crie um campo, como “Matrícula” ou “Loja”, e ele aparece no cadastro de cada pessoa.',
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
    searchable: 'Entra na busca',
    in_registration: 'No autocadastro',
    global: 'Do parceiro',
    parceiro_id: 'Parceiro',
  },
  help: {
    options: 'Digite uma opção e tecle Enter. Quem já tem uma opção retirada fica com ela.',
    required: 'Vale para pessoas novas e para quem apagar o valor.',
    searchable: 'A busca de usuários encontra as pessoas também por este campo.',
    in_registration: 'Quem se cadastra por conta própria também o preenche.',
  },
  choice: {
    kind: {
      text: 'Texto',
      number: 'Número',
      date: 'Data',
      list: 'Lista',
      single: 'Escolha única',
      multiple: 'Múltipla escolha',
    },
  },
  section: {
    what: 'Campo',
    whatText: 'Como ele se chama no cadastro e que respostas aceita.',
    partnerText:
      'Como ele se chama no cadastro e que respostas aceita. Vale em todas as unidades de negócio do parceiro.',
    globalText: 'É do parceiro e vale em todas as suas unidades. Aqui ele se preenche; só o parceiro o altera.',
    valuesText: 'Definidos por esta unidade de negócio e pelo seu parceiro.',
  },
}
