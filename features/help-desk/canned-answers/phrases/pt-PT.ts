import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/pt-PT.ts'
import type ptBR from './pt-BR.ts'

export default {
  ...noun('resposta pronta', 'f'),
  synonyms: 'resposta padrão, modelo de resposta, texto pronto, macro',
  title: 'Respostas prontas',
  purpose: 'Textos que quem atende insere nas respostas aos pedidos.',
  empty: 'Escreva as respostas que se repetem, para inserir com um clique.',
  field: { name: 'Nome', text: 'Texto' },
  section: {
    whatText:
      'O nome é o que se procura. O texto vai no idioma de quem pergunta; sem esse idioma, em português do Brasil. {{person}} é quem pergunta, {{ticket}} o pedido, {{report}} o relatório e {{agent}} quem responde.',
  },
  insert: 'Inserir resposta pronta',
  search: 'Procure pelo nome',
} satisfies Phrases<typeof ptBR>
