import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/es.ts'
import type ptBR from './pt-BR.ts'

const words = noun('término de uso', 'm')

export default {
  ...words,
  taken: 'Ya existe un término de uso con este título en portugués',
  audit: {
    ...words.audit,
    published: '{{actor}} publicó una versión del término de uso {{target}}',
    accepted: '{{actor}} aceptó el término de uso {{target}}',
  },
  title: 'Términos de uso',
  purpose: 'Textos que las personas leen o aceptan, y quién los ha aceptado.',
  empty: 'Escriba el primer término. Nadie lo ve antes de su publicación.',
  deleteText: 'También se borran las versiones publicadas y las aceptaciones de este término.',
  field: {
    title: 'Título',
    body: 'Texto',
    condition: 'Condición',
    place: 'Lugar de visualización',
    report_id: 'Informe',
    active: 'En vigor',
    edition: 'Versión publicada',
    published_at: 'Publicado el',
    draft: 'Cambios sin publicar',
    accepted: 'Aceptaciones',
    report: 'Informe',
  },
  help: {
    body: 'Títulos, listas, citas y enlaces, sin imágenes.',
    condition: 'Nadie continúa sin aceptar un término obligatorio. Uno informativo solo se muestra.',
    place: 'En el registro: a quien aceptó una versión anterior se le pide la nueva después de entrar.',
    active: 'Un término que no está en vigor no se muestra a nadie.',
  },
  choice: {
    condition: { mandatory: 'Obligatorio', informative: 'Informativo' },
    place: { after_login: 'Después de entrar', registration: 'En el registro', report: 'Antes de un informe' },
  },
  section: {
    whatText: 'Lo que falta en un idioma se lee en inglés o, sin inglés, en portugués.',
    where: 'Dónde y cómo',
    whereText: 'Se aplica en cuanto guarda. Solo el texto espera a la publicación.',
    versions: 'Versiones',
    versionsText: 'Cada publicación es una versión nueva, y se pregunta de nuevo a todas las personas.',
  },
  state: 'Estado',
  states: { draft: 'Borrador', published: 'Versión {{edition}}', off: 'Fuera de vigor' },
  pick: 'Elegir un informe',
  publish: 'Publicar la versión {{edition}}',
  publishTitle: '¿Publicar esta versión?',
  publishText:
    'Se pregunta de nuevo a todas las personas a las que se aplica el término. Uno obligatorio interrumpe lo que están haciendo.',
  published: 'Se ha publicado la versión {{edition}}.',
  publishFirst: 'Guarde los cambios antes de publicar.',
  nothingToPublish: 'El texto guardado es el de la versión publicada.',
  none: 'No hay ninguna versión publicada.',
  edition: 'Versión {{edition}}, del {{at}}',
  editionBy: 'Versión {{edition}}, del {{at}}, de {{by}}',
  preview: 'Vista previa',
  toAcceptances: 'Quién ha aceptado',
  acceptances: {
    title: 'Aceptaciones',
    purpose: 'Quién ha aceptado este término, cuándo y desde qué dirección, y quién todavía no.',
    add: 'Aceptación',
    empty: 'Todavía no hay personas a las que se aplique este término.',
    field: {
      name: 'Nombre',
      email: 'Correo electrónico',
      unit: 'Unidad de negocio',
      accepted: 'Ha aceptado la versión actual',
      edition: 'Última versión aceptada',
      accepted_at: 'Cuándo',
      address: 'Dirección IP',
    },
    yes: 'Aceptado',
    no: 'Sin aceptar',
  },
  dialog: {
    accept: 'Aceptar',
    agree: 'Lo he leído y lo acepto',
    read: 'Entendido',
    leave: 'Salir',
    mandatory: 'Para continuar, lea y acepte este término.',
    text: 'Texto del término',
  },
} satisfies Phrases<typeof ptBR>
