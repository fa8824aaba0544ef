import { noun } from '#catalogue/phrases/grammar/pt-BR.ts'

export default {
  ...noun('etiqueta', 'f'),
  synonyms: 'marcadores, rótulos, tags, palavras-chave',
  title: 'Etiquetas',
  purpose: 'Palavras para encontrar relatórios, seja qual for o grupo.',
  deleteText: 'Os relatórios ficam; só perdem a etiqueta.',
  empty: 'Crie uma etiqueta e ponha-a nos relatórios que têm algo em comum.',
  reports: 'Relatórios',
  used_zero: 'Nenhum relatório',
  used_one: '{{shown}} relatório',
  used_other: '{{shown}} relatórios',
  field: { name: 'Nome', color: 'Cor' },
  choice: {
    color: { gray: 'Cinza', red: 'Vermelho', orange: 'Laranja', green: 'Verde', blue: 'Azul', violet: 'Roxo' },
  },
  section: {
    whatText: 'Uma palavra curta que as pessoas procurariam, como “Mensal” ou “Diretoria”.',
  },
}
