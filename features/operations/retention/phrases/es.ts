import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  noun: 'Regla de retención',
  title: 'Retención de registros',
  purpose:
    'Durante cuántos días la unidad guarda cada tipo de registro. Los más antiguos se borran una vez al día, para siempre.',
  synonyms: 'retención, plazo, purga, RGPD, borrar registros antiguos',
  audit: {
    updated: '{{actor}} cambió la retención de registros',
    audit_pruned: '{{actor}} borró entradas antiguas del registro de auditoría',
  },
  days: 'Días',
  bounds: 'De {{min}} a {{max}} días. Vacío: el plazo habitual.',
  boundsOpen: 'Al menos {{min}} días. Vacío: sin plazo.',
  noEnd: 'sin plazo',
  goesNone: 'Ahora no se borraría nada.',
  goes_one: 'Ahora se borraría {{number}} registro.',
  goes_other: 'Ahora se borrarían {{number}} registros.',
  goesMany_one: 'Ahora se borraría más de {{number}} registro.',
  goesMany_other: 'Ahora se borrarían más de {{number}} registros.',
  field: {
    audit: 'Registro de auditoría',
    usage: 'Uso de los informes',
    notifications: 'Notificaciones',
    mails: 'Correos enviados',
    exports: 'Ejecuciones de exportaciones programadas',
    task_runs: 'Ejecuciones de tareas',
    tickets: 'Tickets cerrados',
    imports: 'Importaciones de personas',
    webhook_log: 'Entregas de webhooks',
    position: 'Posición en la cadena',
    entries: 'Entradas',
    sha256: 'SHA-256',
    days: 'Días',
  },
  meaning: {
    audit: 'Quién hizo qué en la unidad. La cadena de hashes sigue siendo verificable.',
    usage: 'Quién abrió qué informe y cuándo. Las pantallas de uso pierden lo que se borra.',
    notifications: 'Las notificaciones de la campana y las imágenes de sus textos.',
    mails: 'Los correos de la bandeja de salida, con su texto. Los que esperan el envío se quedan.',
    exports: 'Cuándo se ejecutó cada exportación programada y quién la recibió.',
    task_runs: 'Los resultados de cada ejecución de una tarea.',
    tickets: 'Los tickets con respuestas y adjuntos, contados desde su cierre.',
    imports: 'Las filas de las importaciones y lo que permite deshacerlas.',
    webhook_log: 'El registro de las entregas y sus intentos.',
  },
} satisfies Phrases<typeof ptBR>
