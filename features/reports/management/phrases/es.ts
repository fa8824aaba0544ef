import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/es.ts'
import type ptBR from './pt-BR.ts'

export default {
  ...noun('informe de uso del portal', 'm'),
  synonyms: 'informes de gestión, publicar para las unidades',
  title: 'Informes de uso del portal',
  purpose: 'Lo que las unidades de negocio leen sobre su propio uso del portal.',
  empty: 'Publique el primer informe de uso del portal para las unidades de negocio.',
  field: {
    title: 'Título',
    description: 'Descripción',
    source: 'Contenido',
    readers: 'Quién lo lee',
    tenant_ids: 'Unidades de negocio',
    published: 'Publicado',
  },
  help: {
    tenant_ids: 'Ninguna: todas las unidades.',
    published: 'Apagado, nadie lo ve en las unidades.',
  },
  choice: {
    source: {
      usage: 'Visualizaciones por día y hora',
      people: 'Lectores e informes sin lectura',
      performance: 'Tiempo de espera y fallos',
    },
    readers: {
      managers: 'Administradores',
      everybody: 'Todas las personas',
    },
  },
  section: {
    what: 'Informe',
    whatText: 'Lo que falta en un idioma se lee en inglés o, sin inglés, en portugués.',
    to: 'Publicación',
    toText: 'Cada unidad ve solo sus propios números, y ningún nombre de persona.',
  },
  all: 'Todas',
  yes: 'Sí',
  no: 'No',
  page: {
    synonyms: 'informes de gestión, adopción, publicados por el socio',
    title: 'Informes de uso del portal',
    purpose: 'Números de su unidad sobre el uso del portal.',
    empty: 'Todavía no hay informes de uso del portal para usted',
    emptyText: 'La plataforma o su socio publica aquí informes sobre el uso del portal.',
    ofPlatform: 'De la plataforma',
    ofPartner: 'Del socio',
    back: 'Informes de uso del portal',
  },
} satisfies Phrases<typeof ptBR>
