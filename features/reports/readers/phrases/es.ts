import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  noun: 'Acceso a los informes',
  title: 'Acceso a los informes',
  field: {
    report: 'Informe',
    place: 'Grupo y subgrupo',
    person: 'Persona',
    email: 'Correo electrónico',
    way: 'Permiso',
    groups: 'Grupos de usuarios',
    opens: 'Puede abrir',
  },
  choice: { way: { direct: 'Directo', group: 'Por grupo', manager: 'Gestión de informes' } },
  yes: 'Sí',
  hidden: 'No: oculto',
  byReport: {
    synonyms: 'quién ve, quién puede abrir, permisos',
    title: 'Usuarios por informe',
    purpose: 'Quién puede abrir cada informe, y con qué permiso.',
    add: 'Permiso',
    empty: 'Publique un informe y concédalo a alguien.',
  },
  byUser: {
    synonyms: 'lo que cada persona ve, permisos',
    title: 'Informes por usuario',
    purpose: 'Qué puede abrir cada persona, y con qué permiso.',
    add: 'Permiso',
    empty: 'Agregue personas y concédales informes.',
  },
} satisfies Phrases<typeof ptBR>
