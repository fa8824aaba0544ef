import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  noun: 'Profile survey',
  audit: {
    updated: '{{actor}} switched the profile survey on or off',
    answered: '{{actor}} answered the profile survey',
  },
  synonyms: 'job title, questionnaire, poll',
  title: 'Profile survey',
  purpose: 'One question after the sign-in: the position of the person. The answer changes nobody’s access.',
  field: { enabled: 'Ask for the position', perfil_usuario: 'Position', position: 'Position' },
  help: { enabled: 'Everybody who has not answered is asked after the next sign-in, until they answer.' },
  section: {
    whatText: 'The platform’s staff ask everybody; a partner asks the people of its business units.',
    answers: 'Answers',
  },
  byPlatform: 'The platform already asks everybody this question.',
  answered: '{{answered}} of {{people}} people have answered.',
  none: 'There are no answers yet. They appear here as soon as people answer.',
  position: 'Position',
  people: 'People',
  details: 'Other positions',
  positions: {
    diretor: 'Director',
    supervisor: 'Supervisor',
    gerente: 'Manager',
    analista: 'Analyst',
    outro: 'Other',
  },
  dialog: {
    title: 'Tell us your position',
    question: 'What is your position?',
    why: 'The answer helps us to improve the reports. It does not change your access.',
    detail: 'Other position',
    later: 'Answer later',
    send: 'Answer',
  },
} satisfies Phrases<typeof ptBR>
