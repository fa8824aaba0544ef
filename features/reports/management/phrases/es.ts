import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/es.ts'
import type ptBR from './pt-BR.ts'

export default {
  ...noun('informe de gestión', 'm'),
  synonyms: 'uso del portal, costos, publicar para las unidades',
  title: 'Informes de gestión',
  purpose: 'Lo que las unidades de negocio leen sobre el uso y los costos del portal, e informes del socio para ellas.',
  empty: 'Publique el primer informe de gestión para las unidades de negocio.',
  field: {
    title: 'Título',
    description: 'Descripción',
    source: 'Contenido',
    embedded: 'Informe del servicio',
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
      costs: 'Costos: facturas y capacidades por mes',
      report: 'Informe del servicio de informes',
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
  costs: {
    empty:
      'La unidad no tiene facturas ni uso de capacidades en este período. Una factura aparece aquí después de emitirse.',
    billed: 'Total facturado',
    ofCapacities: 'Capacidades en {{currency}}',
    unpriced: 'Hay horas sin precio.',
    bills: 'Facturas por mes',
    chart: 'Total facturado por mes',
    shared:
      'Una factura de varias unidades del cliente muestra solo las personas de esta unidad, sin importes de las demás.',
    month: 'Mes',
    people: 'Personas de la unidad',
    billedPeople: 'Personas en la factura',
    bonus: 'Sin cargo',
    price: 'Precio por persona',
    domains: 'Dominios',
    domainFee: 'Tarifa por dominio',
    total: 'Total',
    capacities: 'Capacidades de la unidad',
    capacity: 'Capacidad',
    hours: 'Horas',
    hourPrice: 'Precio por hora',
    amount: 'Importe',
    noPrice: 'Sin precio',
    period: 'Período: últimos 12 meses',
    thisYear: 'Este año',
    lastYear: 'Año pasado',
  },
  embedded: {
    account_id: 'Cuenta',
    workspace_id: 'Área de trabajo',
    report_id: 'Informe',
    role: 'Rol del modelo de datos',
    roleHelp: 'Cada unidad lee con este rol. USERNAME() es el id de la unidad: la regla del rol debe comparar con él.',
    roleUnchecked:
      'El servicio no indica qué filtra el rol. Compruébelo en el modelo de datos: sin filtro, cada unidad lee las filas de todas.',
    none: 'Todavía no hay cuentas de socios. Un socio agrega una en Cuentas, en su propia dirección.',
  },
  page: {
    synonyms: 'uso del portal, costos, adopción, publicados por el socio',
    title: 'Informes de gestión',
    purpose: 'Lo que la plataforma y su socio publican para su unidad.',
    empty: 'Todavía no hay informes de gestión para usted',
    emptyText: 'La plataforma o su socio publica aquí informes sobre el uso, los costos y el negocio.',
    ofPlatform: 'De la plataforma',
    ofPartner: 'Del socio',
    back: 'Informes de gestión',
  },
} satisfies Phrases<typeof ptBR>
