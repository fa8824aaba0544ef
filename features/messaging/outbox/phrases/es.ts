import { counted } from '#catalogue/phrases/grammar/es.ts'

export default {
  noun: 'Correo',
  ...counted('correo', 'm'),
  audit: {
    test_written: '{{actor}} se envió un correo de prueba',
    retried: '{{actor}} hizo enviar otra vez el correo {{target}}',
  },
  synonyms: 'correos enviados, entrega, fallos de correo',
  title: 'Bandeja de salida',
  purpose: 'Lo que el portal ha escrito a las personas y qué fue de cada mensaje.',
  test: 'Enviarme una prueba',
  testSent: 'El correo de prueba está en camino.',
  testWaits: 'El correo de prueba está en la lista: no hay ningún servidor de correo configurado.',
  empty: 'Los correos que envíe el portal aparecerán aquí.',
  sendAgain: 'Enviar otra vez',
  unit: 'Unidad de negocio',
  attachments: 'Adjuntos',
  attempts: 'Intentos',
  error: 'Qué falló',
  words: 'Mensaje',
  noWords: 'El texto no se guarda tras el envío ni se muestra fuera del mundo de demostración.',
  asText: 'Solo texto',
  sentAt: 'Enviado el',
  facts: 'Envío',
  factsText: 'A quién va dirigido y en qué estado está.',
  inDoubt:
    'El servidor de correo recibió el mensaje, pero la conexión se cortó antes de la confirmación. El mensaje puede haber llegado y no se envía otra vez automáticamente. Si lo envía otra vez, puede llegar repetido.',
  waits: {
    unit: 'Esta unidad no tiene servidor de correo. Lo que está «En cola» espera y sale solo cuando haya un servidor configurado y el remitente esté confirmado.',
    staff:
      'Esta instalación no tiene servidor de correo. Lo que está «En cola» espera, salvo donde la unidad tiene servidor propio, y sale solo cuando quien opera la instalación indique un servidor (SMTP_URL y MAIL_FROM).',
    settings: 'Configurar el servidor de correo',
    ask: 'Pida la configuración a quien administra la unidad.',
  },
  field: {
    subject: 'Asunto',
    to_address: 'Para',
    state: 'Estado',
    created_at: 'Escrito el',
  },
  state: {
    waiting: 'En cola',
    sending: 'Enviándose',
    sent: 'Enviado',
    in_doubt: 'Entrega incierta',
    failed: 'Falló',
  },
}
