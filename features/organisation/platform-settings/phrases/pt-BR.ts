export default {
  noun: 'Plataforma',
  audit: { updated: '{{actor}} alterou as configurações da plataforma' },
  synonyms: 'manutenção, telas ocultas, plataforma',
  title: 'Configurações gerais',
  purpose: 'O que vale para todos os parceiros e unidades de negócio.',
  hiddenText:
    'O que for marcado some do menu de todos os parceiros e unidades, na mesma hora, e o servidor também o recusa. A equipe da plataforma continua com tudo.',
  maintenance: 'Manutenção',
  maintenanceText:
    'Enquanto estiver ligada, só a equipe da plataforma entra, em todos os endereços. As outras pessoas saem agora e leem que o portal está em manutenção.',
  field: { hidden_menu: 'Telas ocultas', maintenance: 'Em manutenção' },
}
