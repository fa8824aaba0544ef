import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  field: {
    wish: '¿Qué debe comprobar la alerta?',
  },
  title: 'Escribir con IA',
  example: 'Por ejemplo: total de ventas del mes actual, por región.',
  action: 'Escribir consulta',
  replaces: 'La consulta actual se sustituye.',
  done: 'La consulta se insertó y se ejecutó: {{rows}} filas. Compruebe que responde a lo que quería.',
  unchecked: 'La consulta se insertó, pero no se pudo ejecutar.',
  failed: 'No se pudo escribir una consulta que funcione. El último intento:',
  identity: 'Usted no tiene un rol en este informe con seguridad de nivel de fila.',
  undo: 'Deshacer',
} satisfies Phrases<typeof ptBR>
