// What every form says.
import type { SentencesByPlace } from './in-languages.ts'

export const formSentences = {
  /** Buttons of every form. */
  actions: {
    add: ['Adicionar', 'Add', 'Agregar', 'Adicionar'],
    send: ['Enviar', 'Send', 'Enviar', 'Enviar'],
    save: ['Salvar', 'Save', 'Guardar', 'Guardar'],
    no: ['Não', 'No', 'No', 'Não'],
  },
  /** Section 8. */
  done: {
    done: ['Feito com sucesso!', 'Done successfully!', '¡Hecho con éxito!', 'Concluído com sucesso!'],
  },
  requiredTitle: {
    title: [
      'O campo Título é obrigatório!',
      'Title is required!',
      '¡El campo Título es obligatorio!',
      'O campo Título é obrigatório!',
    ],
  },
} as const satisfies SentencesByPlace
