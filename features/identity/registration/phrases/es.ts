import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  title: 'Crear una cuenta',
  approval: 'Un administrador revisa su registro antes del primer inicio de sesión.',
  submit: 'Crear la cuenta',
  sent: 'Revise su correo',
  field: {
    nome_usuario: 'Nombre',
    email: 'Correo electrónico',
    phone: 'Teléfono',
    department: 'Departamento',
    password: 'Contraseña',
    language: 'Idioma',
    custom_fields: 'Campos personalizados',
    terms: 'Términos',
  },
  verify: {
    title: 'Confirmar el registro',
    text: 'Escriba la contraseña que eligió en el registro.',
    submit: 'Confirmar e iniciar sesión',
    waiting: 'Registro en revisión',
    joined: 'Acceso concedido',
  },
  queue: {
    approved: 'El registro de {{name}} fue aprobado.',
    declined: 'El registro de {{name}} fue rechazado.',
    title_one: '{{count}} persona espera aprobación',
    title_other: '{{count}} personas esperan aprobación',
    approve: 'Aprobar',
    decline: 'Rechazar',
    known: 'Ya tiene una cuenta en otra unidad del socio, y la conserva.',
    approveOne: 'Aprobar a {{name}}',
    declineOne: 'Rechazar a {{name}}',
    declineTitle: '¿Rechazar el registro de {{name}}?',
    declineText: 'Los datos del registro se borran, y la persona recibe un correo.',
  },
} satisfies Phrases<typeof ptBR>
