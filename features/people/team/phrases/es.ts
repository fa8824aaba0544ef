import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { counted } from '#catalogue/phrases/grammar/es.ts'
import type ptBR from './pt-BR.ts'

export default {
  ...counted('persona', 'f'),
  audit: {
    added: '{{actor}} agregó a {{target}} al equipo del socio',
    updated: '{{actor}} modificó los datos de {{target}} en el equipo del socio',
    state_changed: '{{actor}} cambió el estado de {{target}} en el equipo del socio',
    two_factor_reset: '{{actor}} restableció la verificación en dos pasos de {{target}}',
    removed: '{{actor}} eliminó a {{target}} del equipo del socio',
  },
  synonyms: 'colegas, másteres, consultores',
  title: 'Equipo',
  purpose: 'Quién inicia sesión por el socio y se ocupa de sus unidades de negocio.',
  add: 'Nueva persona',
  empty: 'Agregue a la primera persona: sin equipo nadie puede iniciar sesión en la dirección del socio.',
  field: {
    support_agent: 'Agente de soporte',
    billing_administrator: 'Administra la facturación',
    name: 'Nombre',
    email: 'Correo electrónico',
    language: 'Idioma',
    password: 'Contraseña',
    parceiro_id: 'Socio',
    state: 'Estado',
  },
  createdAt: 'Desde',
  you: 'Usted',
  own: 'Esta es su propia cuenta. El nombre, el idioma y la contraseña se cambian en',
  state: { A: 'Activo', B: 'Bloqueado', I: 'Inactivo' },
  help: {
    support_agent: 'Responde y deriva los tickets que las unidades pasaron al socio.',
    billing_administrator: 'Ve las facturas de los clientes del socio.',
    email: 'Con él inicia sesión la persona.',
    password: 'Al menos 8 caracteres. Entréguela a la persona, que la cambia en “Mi cuenta”.',
    newPassword: 'Al menos 8 caracteres. Vacío: la contraseña actual sigue valiendo.',
  },
  section: {
    ticketsText: 'Sin esto, la persona solo lee los tickets derivados.',
    billingText: 'Qué ve la persona de la facturación. Quien no la ve tampoco puede darla a nadie.',
    person: 'La persona',
    personText: 'Ve todas las unidades de negocio del socio y puede entrar en cada una de ellas.',
    password: 'Contraseña',
    passwordText: 'Con ella la persona inicia sesión por primera vez.',
    newPasswordText:
      'Para quien olvidó su contraseña. Una nueva cierra todas las sesiones de la persona. Entréguela a la persona, que la cambia en “Mi cuenta”.',
  },
} satisfies Phrases<typeof ptBR>
