import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  title: 'Sus datos',
  purpose: 'Una copia de todo lo que el portal guarda sobre usted en esta unidad, en JSON y CSV, con sus archivos.',
  request: 'Pedir una copia de mis datos',
  requested: 'Solicitud recibida. Recibirá un aviso cuando el archivo esté listo.',
  own: 'Sus datos',
  since: 'Pedida el {{at}}',
  until: 'Disponible hasta el {{at}}, para una sola descarga',
  download: 'Descargar',
  downloadOf: 'Descargar la copia de los datos de {{name}}',
  state: {
    waiting: 'En preparación',
    ready: 'Lista',
    failed: 'No se pudo preparar la copia. Pida otra.',
    downloaded: 'Ya descargada',
  },
} satisfies Phrases<typeof ptBR>
