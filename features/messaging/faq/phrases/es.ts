import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/es.ts'
import type ptBR from './pt-BR.ts'

const words = noun('pregunta frecuente', 'f')

export default {
  ...words,
  taken: 'Ya existe la misma pregunta',
  audit: { ...words.audit, moved: '{{actor}} cambió el orden de las preguntas frecuentes' },
  synonyms: 'FAQ, editar dudas, respuestas',
  title: 'Escribir preguntas frecuentes',
  purpose: 'Preguntas y respuestas para las personas, en el orden en que las ven.',
  empty: 'Escriba la primera pregunta con su respuesta.',
  field: { question: 'Pregunta', answer: 'Respuesta', position: 'Posición' },
  help: { answer: 'Títulos, listas, citas y enlaces, sin imágenes.' },
  section: {
    whatText: 'Lo que falta en un idioma se lee en inglés o, sin inglés, en el primer idioma que tiene el texto.',
  },
  order: {
    open: 'Cambiar el orden',
    title: 'Orden de las preguntas',
    help: 'Arrastre una pregunta o use las flechas.',
  },
  page: {
    synonyms: 'FAQ, dudas, ayuda, manual',
    title: 'Preguntas frecuentes',
    purpose: 'Respuestas a las dudas más comunes.',
    empty: 'Todavía no hay preguntas. Hable con su administrador si necesita ayuda.',
    search: 'Buscar en las preguntas',
    popup: '¿No se abrió una ventana? Vea cómo permitir ventanas emergentes.',
  },
} satisfies Phrases<typeof ptBR>
