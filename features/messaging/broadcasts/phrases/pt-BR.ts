import { noun } from '#catalogue/phrases/grammar/pt-BR.ts'

const words = noun('mensagem geral', 'f')

export default {
  ...words,
  audit: { ...words.audit, dismissed: '{{actor}} dispensou a mensagem geral {{target}}' },
  synonyms: 'aviso ao entrar, comunicado, banner',
  title: 'Mensagens gerais',
  purpose: 'Um texto que as pessoas veem depois de entrar, até que o dispensem.',
  empty: 'Escreva a primeira mensagem para avisar a todos depois do login.',
  open: 'Sem fim',
  state: 'Situação',
  states: { planned: 'Programada', present: 'No ar', past: 'Encerrada' },
  field: {
    name: 'Título interno',
    message: 'Mensagem',
    starts_on: 'De',
    ends_on: 'Até',
    dismissed: 'Dispensada por',
  },
  help: {
    name: 'Só quem escreve mensagens vê o título.',
    message: 'Títulos, listas, citações e links, sem imagens.',
    ends_on: 'Vazio: até que a mensagem seja excluída.',
  },
  section: {
    whatText: 'O que falta num idioma é lido em inglês ou, sem inglês, em português.',
    when: 'Período',
    whenText: 'Os dias seguem o fuso horário de cada unidade de negócio.',
  },
  dialog: { title: 'Aviso', dismiss: 'Não mostrar de novo' },
}
