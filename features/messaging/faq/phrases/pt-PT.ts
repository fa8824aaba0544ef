import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/pt-PT.ts'
import type ptBR from './pt-BR.ts'

const words = noun('pergunta frequente', 'f')

export default {
  ...words,
  taken: 'Já existe uma pergunta igual',
  audit: { ...words.audit, moved: '{{actor}} alterou a ordem das perguntas frequentes' },
  synonyms: 'FAQ, editar dúvidas, respostas',
  title: 'Escrever perguntas frequentes',
  purpose: 'Perguntas e respostas para as pessoas, pela ordem em que as veem.',
  empty: 'Escreva a primeira pergunta com a respetiva resposta.',
  field: { question: 'Pergunta', answer: 'Resposta', position: 'Posição' },
  help: { answer: 'Títulos, listas, citações e ligações, sem imagens.' },
  section: { whatText: 'O que falta num idioma é lido em inglês ou, sem inglês, no primeiro idioma que tem o texto.' },
  order: {
    open: 'Alterar a ordem',
    title: 'Ordem das perguntas',
    help: 'Arraste uma pergunta ou use as setas.',
  },
  page: {
    synonyms: 'FAQ, dúvidas, ajuda, manual',
    title: 'Perguntas frequentes',
    purpose: 'Respostas às dúvidas mais comuns.',
    empty: 'Ainda não há perguntas. Contacte o administrador se precisar de ajuda.',
    search: 'Pesquisar nas perguntas',
    popup: 'Uma janela não abriu? Veja como permitir pop-ups.',
  },
} satisfies Phrases<typeof ptBR>
