import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  choose: 'Escolher unidade',
  button: 'Unidade de negócio: {{unit}}. Mudar',
  units: 'Unidades de negócio',
  search: 'Procurar unidade',
  more: 'Há mais unidades. Procure pelo nome ou pelo endereço.',
  enterAs: 'Entrar como',
  asAdmin: 'Administrador',
  asUser: 'Leitor',
  opening: 'A abrir…',
  openingUnit: 'A abrir {{unit}}…',
  strip: 'Acesso de parceiro',
  actingAdmin: 'Está em {{unit}} como administrador.',
  actingUser: 'Está em {{unit}} como leitor.',
  back: 'Voltar',
} satisfies Phrases<typeof ptBR>
