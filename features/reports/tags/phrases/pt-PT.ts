import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/pt-PT.ts'
import type ptBR from './pt-BR.ts'

export default {
  ...noun('etiqueta', 'f'),
  synonyms: 'marcadores, rótulos, tags, palavras-chave',
  title: 'Etiquetas',
  purpose: 'Palavras para encontrar relatórios, em qualquer grupo.',
  deleteText: 'Os relatórios mantêm-se; só perdem a etiqueta.',
  empty: 'Crie uma etiqueta e atribua-a aos relatórios que têm algo em comum.',
  reports: 'Relatórios',
  used_zero: 'Nenhum relatório',
  used_one: '{{shown}} relatório',
  used_other: '{{shown}} relatórios',
  field: { name: 'Nome', color: 'Cor' },
  choice: {
    color: { gray: 'Cinzento', red: 'Vermelho', orange: 'Laranja', green: 'Verde', blue: 'Azul', violet: 'Roxo' },
  },
  section: { whatText: 'Uma palavra curta que as pessoas procurariam, como “Mensal” ou “Direção”.' },
} satisfies Phrases<typeof ptBR>
