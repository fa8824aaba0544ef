import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/es.ts'
import type ptBR from './pt-BR.ts'

export default {
  ...noun('turno', 'm'),
  synonyms: 'horario de trabajo, jornada, horas de acceso',
  title: 'Turnos',
  purpose: 'En qué horas de la semana puede estar conectada cada persona.',
  deleteText: 'Las personas quedan sin turno: podrán iniciar sesión a cualquier hora.',
  empty: 'Cree un turno y elíjalo en la ficha de las personas que deben seguirlo.',
  people: 'Personas',
  assigned_zero: 'Nadie',
  assigned_one: '{{shown}} persona',
  assigned_other: '{{shown}} personas',
  free: 'Nadie inicia sesión este día',
  field: { name: 'Nombre', hours: 'Horarios' },
  section: {
    whatText: 'Un nombre que las personas reconozcan, como “Tienda, mañana”.',
    hoursText:
      'En la zona horaria de la unidad de negocio. Fuera de estas horas nadie de este turno inicia sesión, y quien está conectado sale. El fin del día es 24:00; un fin anterior al comienzo, como 22:00–06:00, es del día siguiente.',
  },
} satisfies Phrases<typeof ptBR>
