import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  choose: 'Elegir unidad',
  button: 'Unidad de negocio: {{unit}}. Cambiar',
  units: 'Unidades de negocio',
  search: 'Buscar unidad',
  more: 'Hay más unidades. Busque por el nombre o la dirección.',
  enterAs: 'Entrar como',
  asAdmin: 'Administrador',
  asUser: 'Lector',
  opening: 'Abriendo…',
  openingUnit: 'Abriendo {{unit}}…',
  strip: 'Acceso de socio',
  actingAdmin: 'Está en {{unit}} como administrador.',
  actingUser: 'Está en {{unit}} como lector.',
  back: 'Volver',
} satisfies Phrases<typeof ptBR>
