import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  noun: 'Encuesta de perfil',
  audit: {
    updated: '{{actor}} activó o desactivó la encuesta de perfil',
    answered: '{{actor}} respondió a la encuesta de perfil',
  },
  synonyms: 'cargo, cuestionario, encuesta',
  title: 'Encuesta de perfil',
  purpose: 'Una pregunta después de entrar: el cargo de la persona. La respuesta no cambia el acceso de nadie.',
  field: { enabled: 'Preguntar el cargo', perfil_usuario: 'Cargo', position: 'Cargo' },
  help: { enabled: 'A quien aún no ha respondido se le pregunta después de entrar, hasta que responda.' },
  section: {
    whatText: 'El personal de la plataforma pregunta a todos; un socio, a las personas de sus unidades de negocio.',
    answers: 'Respuestas',
  },
  byPlatform: 'La plataforma ya hace esta pregunta a todas las personas.',
  answered: 'Han respondido {{answered}} de {{people}} personas.',
  none: 'Todavía no hay respuestas. Aparecen aquí en cuanto las personas respondan.',
  position: 'Cargo',
  people: 'Personas',
  details: 'Otros cargos',
  positions: {
    diretor: 'Director',
    supervisor: 'Supervisor',
    gerente: 'Gerente',
    analista: 'Analista',
    outro: 'Otro',
  },
  dialog: {
    title: 'Cuéntenos su cargo',
    question: '¿Cuál es su cargo?',
    why: 'La respuesta nos ayuda a mejorar los informes. No cambia su acceso.',
    detail: 'Otro cargo',
    later: 'Responder después',
    send: 'Responder',
  },
} satisfies Phrases<typeof ptBR>
