import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/es.ts'
import type ptBR from './pt-BR.ts'

export default {
  ...noun('novedad', 'f'),
  taken: 'Ya existe una novedad con este título en portugués',
  synonyms: 'notas de versión, cambios',
  title: 'Escribir novedades',
  purpose: 'Lo que ha cambiado en la plataforma, escrito para socios y administradores.',
  empty: 'Escriba la primera novedad; mientras esté pendiente, solo la ve el personal de la plataforma.',
  sent: 'Publicada',
  pending: 'Pendiente',
  scheduled: 'Programada',
  state: 'Estado',
  field: { title: 'Título', body: 'Descripción', kind: 'Tipo', day: 'Día', sent: 'Publicar en Novedades' },
  help: { day: 'Antes de ese día, solo la ve el personal de la plataforma.' },
  choice: { kind: { system_update: 'Actualización del sistema', new_version: 'Nueva versión', improvement: 'Mejora' } },
  section: { whatText: 'Lo que falta en un idioma se lee en inglés o, sin inglés, en portugués.' },
  timeline: {
    synonyms: 'notas de versión, cambios, actualizaciones',
    title: 'Novedades',
    purpose: 'Lo que ha cambiado en la plataforma, de lo más reciente a lo más antiguo.',
    empty: 'Todavía no hay novedades. Aparecen aquí en cuanto se publican.',
  },
} satisfies Phrases<typeof ptBR>
