// The frequently asked questions: as people read them, and as they are written.
import type { SentencesByPlace } from './in-languages.ts'

export const questionSentences = {
  /** Section 2, /faq: the public questions, before anybody wrote one. */
  faqEmpty: {
    title: ['Perguntas frequentes', 'Frequently asked questions', 'Preguntas frecuentes', 'Perguntas frequentes'],
    empty: [
      'Ainda não há perguntas. Fale com o seu administrador se precisar de ajuda.',
      'There are no questions yet. Ask your administrator if you need help.',
      'Todavía no hay preguntas. Hable con su administrador si necesita ayuda.',
      'Ainda não há perguntas. Contacte o administrador se precisar de ajuda.',
    ],
    listEmpty: [
      'Nenhum registro encontrado!',
      'No records found!',
      '¡No se encontraron registros!',
      'Não foram encontrados registos!',
    ],
    popup: [
      'Uma janela não abriu? Veja como liberar pop-ups.',
      'A window did not open? See how to allow pop-ups.',
      '¿No se abrió una ventana? Vea cómo permitir ventanas emergentes.',
      'Uma janela não abriu? Veja como permitir pop-ups.',
    ],
    toSignIn: ['Ir para o login', 'Go to sign-in', 'Ir al inicio de sesión', 'Ir para o início de sessão'],
  },
  /** The questions, written. */
  faq: {
    title: ['Perguntas frequentes', 'Frequently asked questions', 'Preguntas frecuentes', 'Perguntas frequentes'],
    purpose: [
      'Respostas às dúvidas mais comuns.',
      'Answers to the most common questions.',
      'Respuestas a las dudas más comunes.',
      'Respostas às dúvidas mais comuns.',
    ],
    popup: [
      'Uma janela não abriu? Veja como liberar pop-ups.',
      'A window did not open? See how to allow pop-ups.',
      '¿No se abrió una ventana? Vea cómo permitir ventanas emergentes.',
      'Uma janela não abriu? Veja como permitir pop-ups.',
    ],
    search: ['Buscar nas perguntas', 'Search the questions', 'Buscar en las preguntas', 'Pesquisar nas perguntas'],
  },
  /** Writing the questions. */
  faqWriting: {
    title: [
      'Escrever perguntas frequentes',
      'Edit the frequently asked questions',
      'Escribir preguntas frecuentes',
      'Escrever perguntas frequentes',
    ],
    purpose: [
      'Perguntas e respostas para as pessoas, na ordem em que elas as veem.',
      'Questions and answers for people, in the order in which they see them.',
      'Preguntas y respuestas para las personas, en el orden en que las ven.',
      'Perguntas e respostas para as pessoas, pela ordem em que as veem.',
    ],
    empty: [
      'Escreva a primeira pergunta com a sua resposta.',
      'Write the first question with its answer.',
      'Escriba la primera pregunta con su respuesta.',
      'Escreva a primeira pergunta com a respetiva resposta.',
    ],
    add: [
      'Nova pergunta frequente',
      'New frequently asked question',
      'Nueva pregunta frecuente',
      'Nova pergunta frequente',
    ],
  },
  faqForm: {
    add: [
      'Nova pergunta frequente',
      'New frequently asked question',
      'Nueva pregunta frecuente',
      'Nova pergunta frequente',
    ],
    question: ['Pergunta', 'Question', 'Pregunta', 'Pergunta'],
    answer: ['Resposta', 'Answer', 'Respuesta', 'Resposta'],
    helpAnswer: [
      'Títulos, listas, citações e links, sem imagens.',
      'Headings, lists, quotes and links; no images.',
      'Títulos, listas, citas y enlaces, sin imágenes.',
      'Títulos, listas, citações e ligações, sem imagens.',
    ],
    whatText: [
      'O que falta num idioma é lido em inglês ou, sem inglês, em português.',
      'What is missing in a language is read in English or, without English, in Portuguese.',
      'Lo que falta en un idioma se lee en inglés o, sin inglés, en portugués.',
      'O que falta num idioma é lido em inglês ou, sem inglês, em português.',
    ],
  },
  faqOrder: {
    open: ['Mudar a ordem', 'Change the order', 'Cambiar el orden', 'Alterar a ordem'],
    title: ['Ordem das perguntas', 'Order of the questions', 'Orden de las preguntas', 'Ordem das perguntas'],
    help: [
      'Arraste uma pergunta ou use as setas.',
      'Drag a question, or use the arrows.',
      'Arrastre una pregunta o use las flechas.',
      'Arraste uma pergunta ou use as setas.',
    ],
  },
} as const satisfies SentencesByPlace
