import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { counted } from '#catalogue/phrases/grammar/pt-PT.ts'
import type ptBR from './pt-BR.ts'

export default {
  noun: 'Pedido encaminhado',
  ...counted('pedido encaminhado', 'm'),
  audit: {
    answered: '{{actor}} respondeu ao pedido encaminhado {{target}}',
    handed: '{{actor}} encaminhou o pedido {{target}}',
    attachment_added: '{{actor}} carregou um anexo para o pedido encaminhado {{target}}',
  },
  synonyms: 'apoio das unidades, escalonamento, encaminhados',
  title: 'Pedidos das unidades',
  purpose: 'Os pedidos de apoio que as unidades de negócio encaminharam.',
  empty: 'Quando uma unidade encaminha um pedido, este aparece aqui.',
  field: {
    name: 'Assunto',
    unit: 'Unidade',
    status: 'Estado',
    priority: 'Prioridade',
    level: 'Destino',
    note: 'Nota',
    ticket_id: 'Pedido',
    text: 'Resposta',
    internal: 'Nota interna',
    waits: 'Aguarda resposta',
    attachments: 'Anexos',
    attachment: 'Anexo',
    by_mail: 'Por e-mail',
  },
  overdue: 'Em atraso desde {{when}}',
  missing: 'Pode ter voltado à unidade, ou ter sido eliminado.',
  readOnly: 'Lê este pedido, mas não o trata. Quem gere a equipa pode alterar isso.',
  hand: { unit: 'Devolver à unidade', partner: 'Devolver ao parceiro', platform: 'Encaminhar para a plataforma' },
  handOn: 'Encaminhar',
} satisfies Phrases<typeof ptBR>
