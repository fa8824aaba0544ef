import { counted } from '#catalogue/phrases/grammar/es.ts'

export default {
  noun: 'Tarea',
  ...counted('tarea', 'f'),
  audit: {
    retried: '{{actor}} hizo intentar otra vez la tarea {{target}}',
    discarded: '{{actor}} descartó la tarea {{target}}',
    record_failed: '{{actor}} no pudo hacer el trabajo {{target}} en un registro de esta unidad; se intentará de nuevo',
  },
  synonyms: 'cola, errores, procesos, jobs',
  title: 'Tareas detenidas',
  purpose:
    'Trabajos en segundo plano que fallaron definitivamente, de todas las unidades. Corrija la causa e inténtelo otra vez, o descártelos.',
  empty: 'No hay nada detenido: todo el trabajo en segundo plano está al día.',
  platform: 'Plataforma',
  retry: 'Intentar otra vez',
  discard: 'Descartar',
  discardTitle: '¿Descartar esta tarea?',
  discardText: 'Lo que iba a hacer quedará sin hacer. La auditoría conserva el descarte.',
  job: 'Tarea',
  unit: 'Unidad de negocio',
  error: 'Qué falló',
  attempts: 'Intentos',
  failedAt: 'Falló el',
}
