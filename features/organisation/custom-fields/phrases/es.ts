import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/es.ts'
import type ptBR from './pt-BR.ts'

export default {
  ...noun('campo personalizado', 'm'),
  synonyms: 'atributos, campos adicionales, legajo',
  title: 'Campos personalizados',
  purpose: 'Lo que se quiere saber de las personas, además de lo que el portal ya pregunta.',
  purposeOfPartner:
    'Lo que se quiere saber de las personas. Los campos de un socio valen en todas sus unidades de negocio.',
  add: 'Nuevo campo',
  deleteText: 'También se borrará lo que se haya rellenado, en la ficha de todas las personas.',
  empty: 'Cree un campo, como “Legajo” o “Tienda”, y aparecerá en la ficha de cada persona.',
  partner: 'Socio',
  ofPartner: 'Del socio',
  definedBy: 'Definido por {{partner}}',
  people: 'Completado',
  filled_zero: 'Por nadie',
  filled_one: 'Por {{shown}} persona',
  filled_other: 'Por {{shown}} personas',
  field: {
    name: 'Nombre',
    kind: 'Tipo',
    options: 'Opciones',
    required: 'Obligatorio',
    searchable: 'Entra en la búsqueda',
    in_registration: 'En el autorregistro',
    global: 'Del socio',
    parceiro_id: 'Socio',
  },
  help: {
    options: 'Escriba una opción y pulse Enter. Quien ya tiene una opción retirada la conserva.',
    required: 'Rige para personas nuevas y para quien borre el valor.',
    searchable: 'La búsqueda de usuarios encuentra a las personas también por este campo.',
    in_registration: 'Quien se registra por su cuenta también lo rellena.',
  },
  choice: {
    kind: {
      text: 'Texto',
      number: 'Número',
      date: 'Fecha',
      list: 'Lista',
      single: 'Opción única',
      multiple: 'Opción múltiple',
    },
  },
  section: {
    what: 'Campo',
    whatText: 'Cómo se llama en la ficha y qué respuestas acepta.',
    partnerText:
      'Cómo se llama en el formulario y qué respuestas admite. Vale en todas las unidades de negocio del socio.',
    globalText: 'Es del socio y vale en todas sus unidades. Aquí se completa; solo el socio lo modifica.',
    valuesText: 'Definidos por esta unidad de negocio y su socio.',
  },
} satisfies Phrases<typeof ptBR>
