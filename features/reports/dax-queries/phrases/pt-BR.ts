export default {
  keys: 'Ctrl+Enter executa, Ctrl+Espaço sugere nomes. Tab recua a linha; para sair do campo com o teclado, tecle Esc e depois Tab.',
  completions: 'Sugestões',
  errors: 'Erros',
  run: 'Executar a consulta',
  errorAt: 'Linha {{line}}, coluna {{column}}',
  goToError: 'Ir para o erro',
}
