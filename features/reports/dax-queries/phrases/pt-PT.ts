import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  keys: 'Ctrl+Enter executa, Ctrl+Espaço sugere nomes. Tab avança a linha; para sair do campo com o teclado, prima Esc e depois Tab.',
  completions: 'Sugestões de nomes',
  errors: 'Erros',
  run: 'Executar a consulta',
  errorAt: 'Linha {{line}}, coluna {{column}}',
  goToError: 'Ir para o erro',
} satisfies Phrases<typeof ptBR>
