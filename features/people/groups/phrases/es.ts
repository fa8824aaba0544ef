import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/es.ts'
import type ptBR from './pt-BR.ts'

const words = noun('grupo de usuarios', 'm')

export default {
  ...words,
  audit: {
    ...words.audit,
    migrated: '{{actor}} movió el grupo {{target}} a otra unidad',
    received: '{{actor}} trajo el grupo {{target}} de otra unidad',
  },
  synonyms: 'departamentos, equipos, grupos de acceso',
  title: 'Grupos de usuarios',
  purpose: 'Reúna personas en grupos para conceder informes a todas a la vez.',
  add: 'Nuevo grupo',
  deleteText: 'Las personas quedan, pero pierden los informes que solo el grupo habilitaba.',
  empty: 'Cree el primer grupo y conceda informes a todas sus personas a la vez.',
  createdAt: 'Creado el',
  members_zero: 'Nadie',
  members_one: '{{shown}} persona',
  members_other: '{{shown}} personas',
  addMember: 'Busque una persona por nombre o correo',
  removeMember: 'Quitar a {{name}} del grupo',
  grantees: {
    group: 'Conceder a un grupo',
    person: 'Conceder a una persona',
    list: 'Concedido a',
    remove: 'Quitar {{name}}',
  },
  field: { name: 'Nombre', description: 'Descripción', member_ids: 'Personas' },
  section: {
    what: 'El grupo',
    whatText: 'El nombre lo ve quien concede informes. La descripción ayuda a elegir el grupo adecuado.',
    who: 'Quién participa',
    whoText: 'Quien entra puede abrir los informes concedidos al grupo; quien sale deja de poder hacerlo al instante.',
  },
} satisfies Phrases<typeof ptBR>
