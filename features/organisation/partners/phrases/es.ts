import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/es.ts'
import type ptBR from './pt-BR.ts'

export default {
  ...noun('socio', 'm'),
  synonyms: 'revendedores, consultoras, master',
  title: 'Socios',
  purpose: 'Quienes mantienen unidades de negocio en el portal, con equipo y dirección propios.',
  deleteText: 'También se borrarán el equipo, las cuentas de informes, los temas y los archivos del socio.',
  empty: 'Cree el primer socio; sus unidades de negocio vienen después.',
  toUnits: 'Ver unidades de negocio',
  toTeam: 'Ver equipo',
  disabled: 'Desactivado',
  units: 'Unidades',
  people: 'Usuarios',
  staff: 'Equipo',
  unitCount_zero: 'Ninguna unidad',
  unitCount_one: '{{shown}} unidad',
  unitCount_other: '{{shown}} unidades',
  userCount_zero: 'Ningún usuario',
  userCount_one: '{{shown}} usuario',
  userCount_other: '{{shown}} usuarios',
  field: {
    name: 'Nombre',
    subdomain: 'Subdominio',
    domain: 'Dominio propio',
    enabled: 'Socio activo',
    hidden_menu: 'Pantallas ocultas',
  },
  help: {
    subdomain: 'Letras minúsculas, números y guion. El equipo del socio inicia sesión en esta dirección.',
    enabled: 'Al desactivarlo, su equipo y las personas de todas sus unidades salen al instante. No se borra nada.',
  },
  section: {
    what: 'El socio',
    whatText: 'El nombre lo ve su equipo; la dirección es donde inicia sesión.',
    hiddenText:
      'Lo que marque desaparece del menú del socio y de todas sus unidades, y el servidor también lo rechaza.',
    state: 'Estado',
    stateText: 'Un socio desactivado lo guarda todo y no deja entrar a nadie.',
  },
} satisfies Phrases<typeof ptBR>
