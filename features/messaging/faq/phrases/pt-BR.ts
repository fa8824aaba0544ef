import { noun } from '#catalogue/phrases/grammar/pt-BR.ts'

const words = noun('pergunta frequente', 'f')

export default {
  ...words,
  taken: 'Já existe uma pergunta igual',
  audit: { ...words.audit, moved: '{{actor}} mudou a ordem das perguntas frequentes' },
  synonyms: 'FAQ, editar dúvidas, respostas',
  title: 'Escrever perguntas frequentes',
  purpose: 'Perguntas e respostas para as pessoas, na ordem em que elas as veem.',
  empty: 'Escreva a primeira pergunta com a sua resposta.',
  field: { question: 'Pergunta', answer: 'Resposta', position: 'Posição' },
  help: { answer: 'Títulos, listas, citações e links, sem imagens.' },
  section: { whatText: 'O que falta num idioma é lido em inglês ou, sem inglês, no primeiro idioma que tem o texto.' },
  order: {
    open: 'Mudar a ordem',
    title: 'Ordem das perguntas',
    help: 'Arraste uma pergunta ou use as setas.',
  },
  page: {
    synonyms: 'FAQ, dúvidas, ajuda, manual',
    title: 'Perguntas frequentes',
    purpose: 'Respostas às dúvidas mais comuns.',
    empty: 'Ainda não há perguntas. Fale com o seu administrador se precisar de ajuda.',
    search: 'Buscar nas perguntas',
    popup: 'Uma janela não abriu? Veja como liberar pop-ups.',
  },
}
