import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  reports_one: '{{count}} informe nuevo para usted',
  reports_other: '{{count}} informes nuevos para usted',
  unread_one: '{{count}} notificación sin leer',
  unread_other: '{{count}} notificaciones sin leer',
  unreadMany: 'Más de {{count}} notificaciones sin leer',
  open: 'Abrir',
  dismiss: 'Descartar',
  nothing: {
    manager: 'Registre un área de trabajo y publique el primer informe.',
    start: 'Agregar informe',
  },
  steps: {
    title: 'Primeros pasos',
    count: '{{done}} de {{count}} completados',
    done: 'Completado',
    account: 'Conectar una cuenta de informes',
    workspace: 'Agregar un área de trabajo',
    report: 'Importar un informe',
    group: 'Crear un grupo de usuarios',
    grant: 'Dar acceso a un informe',
    person: 'Invitar a personas',
  },
} satisfies Phrases<typeof ptBR>
