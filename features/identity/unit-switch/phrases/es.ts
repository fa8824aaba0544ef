import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  choose: 'Elegir unidad',
  button: 'Unidad de negocio: {{unit}}. Cambiar',
  units: 'Unidades de negocio',
  search: 'Buscar unidad',
  enter: 'Entrar en {{unit}}',
  enterAs: 'Entrar como',
  asAdmin: 'Administrador',
  asUser: 'Lector',
  enterAsAdmin: 'Entrar como administrador',
  enterAsUser: 'Entrar como lector',
  enterRefused:
    'Esta unidad no permite la entrada del equipo. Quien entra en su propia dirección puede cambiarlo en la configuración.',
  enterMaintenance: 'Esta unidad está en mantenimiento: solo el equipo de la plataforma puede entrar.',
  opening: 'Abriendo…',
  openingUnit: 'Abriendo {{unit}}…',
  strip: 'Acceso de socio',
  actingAdmin: 'Está en {{unit}} como administrador.',
  actingUser: 'Está en {{unit}} como lector.',
  back: 'Volver',
} satisfies Phrases<typeof ptBR>
