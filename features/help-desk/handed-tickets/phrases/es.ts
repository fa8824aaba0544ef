import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { counted } from '#catalogue/phrases/grammar/es.ts'
import type ptBR from './pt-BR.ts'

export default {
  noun: 'Ticket derivado',
  ...counted('ticket derivado', 'm'),
  audit: {
    answered: '{{actor}} respondió al ticket derivado {{target}}',
    handed: '{{actor}} derivó el ticket {{target}}',
    attachment_added: '{{actor}} subió un adjunto para el ticket derivado {{target}}',
  },
  synonyms: 'soporte de las unidades, escalamiento, derivados',
  title: 'Tickets de las unidades',
  purpose: 'Los tickets que las unidades de negocio derivaron.',
  empty: 'Cuando una unidad deriva un ticket, aparece aquí.',
  field: {
    name: 'Asunto',
    unit: 'Unidad',
    status: 'Estado',
    priority: 'Prioridad',
    level: 'Destino',
    note: 'Nota',
    ticket_id: 'Ticket',
    text: 'Respuesta',
    internal: 'Nota interna',
    waits: 'Espera respuesta',
    attachments: 'Adjuntos',
    attachment: 'Adjunto',
    by_mail: 'Por correo',
  },
  overdue: 'Atrasado desde {{when}}',
  missing: 'Puede haber vuelto a la unidad, o haberse eliminado.',
  readOnly: 'Usted lee este ticket, pero no lo atiende. Quien gestiona el equipo puede cambiarlo.',
  hand: { unit: 'Devolver a la unidad', partner: 'Devolver al socio', platform: 'Derivar a la plataforma' },
  handOn: 'Derivar',
} satisfies Phrases<typeof ptBR>
