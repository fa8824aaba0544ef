import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  choose: 'Escolher unidade',
  button: 'Unidade de negócio: {{unit}}. Mudar',
  units: 'Unidades de negócio',
  search: 'Procurar unidade',
  enter: 'Entrar em {{unit}}',
  enterAs: 'Entrar como',
  asAdmin: 'Administrador',
  asUser: 'Leitor',
  enterAsAdmin: 'Entrar como administrador',
  enterAsUser: 'Entrar como leitor',
  enterRefused:
    'Esta unidade não aceita a entrada da equipa. Quem entra no endereço dela pode mudar isso nas definições.',
  enterMaintenance: 'Esta unidade está em manutenção: só a equipa da plataforma pode entrar.',
  opening: 'A abrir…',
  openingUnit: 'A abrir {{unit}}…',
  strip: 'Acesso de parceiro',
  actingAdmin: 'Está em {{unit}} como administrador.',
  actingUser: 'Está em {{unit}} como leitor.',
  back: 'Voltar',
} satisfies Phrases<typeof ptBR>
