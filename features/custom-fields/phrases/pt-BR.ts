export default {
  title: 'Campos da unidade',
  purpose: 'O que esta unidade de negócio quer saber das suas pessoas, além do que o portal já pergunta.',
  add: 'Novo campo',
  empty: 'Crie um campo, como “Matrícula” ou “Loja”, e ele aparece no cadastro de cada pessoa.',
  people: 'Preenchido',
  filled_zero: 'Por ninguém',
  filled_one: 'Por {{shown}} pessoa',
  filled_other: 'Por {{shown}} pessoas',
  field: { name: 'Nome', kind: 'Tipo', options: 'Opções', required: 'Obrigatório', searchable: 'Entra na busca' },
  help: {
    options: 'Digite uma opção e tecle Enter. Quem já tem uma opção retirada fica com ela.',
    required: 'Vale para pessoas novas e para quem apagar o valor.',
    searchable: 'A busca de usuários encontra as pessoas também por este campo.',
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
    valuesText: 'Definidos por esta unidade de negócio.',
  },
}
