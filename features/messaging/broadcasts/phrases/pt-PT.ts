import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/pt-PT.ts'
import type ptBR from './pt-BR.ts'

const words = noun('mensagem geral', 'f')

export default {
  ...words,
  audit: { ...words.audit, dismissed: '{{actor}} dispensou a mensagem geral {{target}}' },
  synonyms: 'aviso à entrada, comunicado, anúncio',
  title: 'Mensagens gerais',
  purpose: 'Um texto que as pessoas veem depois de iniciarem sessão, até o dispensarem.',
  empty: 'Escreva a primeira mensagem para avisar todos depois do início de sessão.',
  open: 'Sem fim',
  state: 'Estado',
  states: { planned: 'Agendada', present: 'Em vigor', past: 'Terminada' },
  field: {
    name: 'Título interno',
    message: 'Mensagem',
    starts_on: 'De',
    ends_on: 'Até',
    dismissed: 'Dispensada por',
  },
  help: {
    name: 'Só quem escreve mensagens vê o título.',
    message: 'Títulos, listas, citações e ligações, sem imagens.',
    ends_on: 'Vazio: até a mensagem ser eliminada.',
  },
  section: {
    whatText: 'O que falta num idioma é lido em inglês ou, sem inglês, em português.',
    when: 'Período',
    whenText: 'Os dias seguem o fuso horário de cada unidade de negócio.',
  },
  dialog: { title: 'Aviso', dismiss: 'Não mostrar novamente' },
} satisfies Phrases<typeof ptBR>
