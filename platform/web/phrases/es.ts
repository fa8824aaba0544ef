import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  skip: 'Ir al contenido',
  skipToNavigation: 'Ir al menú',
  bar: 'Barra superior',
  search: 'Búsqueda',
  content: 'Contenido',
  navigation: 'Navegación principal',
  openNavigation: 'Abrir el menú',
  closeNavigation: 'Cerrar el menú',
  collapse: 'Contraer el menú',
  expand: 'Expandir el menú',
  section: { read: 'Lectura', manage: 'Gestión', organisation: 'Organización', platform: 'Plataforma' },
  week: {
    from: 'Desde',
    to: 'Hasta',
    nextDay: 'al día siguiente',
    add: 'Horario',
    addTo: 'Agregar horario: {{day}}',
    remove: 'Quitar {{day}}, {{from}}–{{to}}',
  },
  times: { one: 'Hora', add: 'Añadir una hora', remove: 'Quitar {{time}}' },
  language: 'Idioma',
  scheme: { label: 'Apariencia', light: 'Claro', dark: 'Oscuro', auto: 'Como el sistema' },
  profile: {
    menu: 'Su cuenta',
    a2m: 'Operación de la plataforma',
    master: 'Socio',
    admin: 'Administrador',
    user: 'Lector',
  },
  unit: 'Unidad de negocio',
  account: 'Mi cuenta',
  signOut: 'Cerrar sesión',
  unavailable: 'El servicio no está disponible en este momento. Inténtelo de nuevo en unos instantes.',
  notifications: 'Avisos',
  refused: {
    text: 'No tiene permiso para acceder a esta página',
    advice: 'Si la necesita, pídasela a quien administra su acceso.',
  },
} satisfies Phrases<typeof ptBR>
