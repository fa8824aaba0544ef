import { noun } from '#catalogue/phrases/grammar/pt-BR.ts'

export default {
  ...noun('resposta pronta', 'f'),
  synonyms: 'resposta padrão, modelo de resposta, texto pronto, macro',
  title: 'Respostas prontas',
  purpose: 'Textos que quem atende insere nas respostas aos chamados.',
  empty: 'Escreva as respostas que se repetem, para inserir com um clique.',
  field: { name: 'Nome', text: 'Texto' },
  section: {
    whatText:
      'O nome é o que se busca. O texto vai no idioma de quem pergunta; sem esse idioma, em português do Brasil. {{person}} é quem pergunta, {{ticket}} o chamado, {{report}} o relatório e {{agent}} quem responde.',
  },
  insert: 'Inserir resposta pronta',
  search: 'Busque pelo nome',
}
