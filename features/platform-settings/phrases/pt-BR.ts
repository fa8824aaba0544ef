export default {
  noun: 'Plataforma',
  audit: { updated: '{{actor}} alterou as configurações da plataforma' },
  title: 'Configurações gerais',
  purpose: 'O que vale para todos os parceiros e unidades de negócio.',
  hiddenText:
    'O que for marcado some do menu de todos os parceiros e unidades, na mesma hora, e o servidor também o recusa. A equipe da plataforma continua com tudo.',
  field: { hidden_menu: 'Telas ocultas' },
}
