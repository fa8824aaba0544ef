import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { counted } from '#catalogue/phrases/grammar/es.ts'
import type ptBR from './pt-BR.ts'

export default {
  ...counted('persona', 'f'),
  audit: {
    added: '{{actor}} invitó a {{target}} al equipo de la plataforma',
    agent_changed: '{{actor}} cambió si {{target}} atiende tickets',
    seller_changed: '{{actor}} cambió si {{target}} vende contratos',
    link_sent: '{{actor}} creó un nuevo enlace de invitación para {{target}}',
    removed: '{{actor}} eliminó a {{target}} del equipo de la plataforma',
  },
  synonyms: 'operadores, a2m, administradores de la plataforma',
  title: 'Equipo de la plataforma',
  purpose: 'Quién cuida de toda la plataforma: socios, configuración y novedades.',
  add: 'Invitar a una persona',
  empty: 'Invite a la primera persona.',
  deleteText: 'La persona sale en todos los dispositivos y su cuenta se borra. Lo que hizo sigue en la auditoría.',
  action: {
    agent: 'Permitir que atienda tickets',
    noAgent: 'Dejar de atender tickets',
    seller: 'Marcar como quien vende',
    noSeller: 'Dejar de vender contratos',
  },
  field: {
    support_agent: 'Agente de soporte',
    seller: 'Vende contratos',
    name: 'Nombre',
    email: 'Correo',
    language: 'Idioma',
    invited: 'Invitación por correo',
  },
  lastSignIn: 'Último acceso',
  createdAt: 'Desde',
  you: 'Usted',
  invited: 'Invitación enviada',
  help: { email: 'La persona entra con él. La invitación se envía a esta dirección.' },
  section: {
    person: 'La persona',
    personText: 'Ve y cambia todo en la plataforma. Recibe una invitación para elegir su propia contraseña.',
  },
} satisfies Phrases<typeof ptBR>
