// The profile survey: its switch and answers, and the question.
import type { SentencesByPlace } from './in-languages.ts'

export const surveySentences = {
  /** Section 2, profile survey; its switch and answers. */
  surveyPage: {
    title: ['Pesquisa de perfil', 'Profile survey', 'Encuesta de perfil', 'Inquérito de perfil'],
    purpose: [
      'Uma pergunta depois do login: qual é o cargo da pessoa. A resposta não muda o acesso de ninguém.',
      'One question after the sign-in: the position of the person. The answer changes nobody’s access.',
      'Una pregunta después de entrar: el cargo de la persona. La respuesta no cambia el acceso de nadie.',
      'Uma pergunta depois do início de sessão: o cargo da pessoa. A resposta não altera o acesso de ninguém.',
    ],
    enabled: ['Perguntar o cargo', 'Ask for the position', 'Preguntar el cargo', 'Perguntar o cargo'],
    helpEnabled: [
      'Quem ainda não respondeu é perguntado depois do próximo login, até responder.',
      'Everybody who has not answered is asked after the next sign-in, until they answer.',
      'A quien aún no ha respondido se le pregunta después de entrar, hasta que responda.',
      'A quem ainda não respondeu é perguntado depois do próximo início de sessão, até responder.',
    ],
    whatText: [
      'A equipe da plataforma pergunta a todos; um parceiro, às pessoas das suas unidades de negócio.',
      'The platform’s staff ask everybody; a partner asks the people of its business units.',
      'El personal de la plataforma pregunta a todos; un socio, a las personas de sus unidades de negocio.',
      'A equipa da plataforma pergunta a todos; um parceiro, às pessoas das suas unidades de negócio.',
    ],
    answers: ['Respostas', 'Answers', 'Respuestas', 'Respostas'],
    none: [
      'Ainda não há respostas. Elas aparecem aqui assim que as pessoas responderem.',
      'There are no answers yet. They appear here as soon as people answer.',
      'Todavía no hay respuestas. Aparecen aquí en cuanto las personas respondan.',
      'Ainda não há respostas. Aparecem aqui assim que as pessoas responderem.',
    ],
  },
  surveyAnswers: {
    position: ['Cargo', 'Position', 'Cargo', 'Cargo'],
    people: ['Pessoas', 'People', 'Personas', 'Pessoas'],
    details: ['Outros cargos', 'Other positions', 'Otros cargos', 'Outros cargos'],
    diretor: ['Diretor', 'Director', 'Director', 'Diretor'],
    supervisor: ['Supervisor', 'Supervisor', 'Supervisor', 'Supervisor'],
    gerente: ['Gerente', 'Manager', 'Gerente', 'Gerente'],
    analista: ['Analista', 'Analyst', 'Analista', 'Analista'],
    outro: ['Outro', 'Other', 'Otro', 'Outro'],
  },
  /** Section 5: one position must be chosen from diretor, supervisor, gerente, analista, outro. */
  survey: {
    title: ['Conte-nos o seu cargo', 'Tell us your position', 'Cuéntenos su cargo', 'Diga-nos o seu cargo'],
    question: ['Qual é o seu cargo?', 'What is your position?', '¿Cuál es su cargo?', 'Qual é o seu cargo?'],
    why: [
      'A resposta nos ajuda a melhorar os relatórios. Ela não muda o seu acesso.',
      'The answer helps us to improve the reports. It does not change your access.',
      'La respuesta nos ayuda a mejorar los informes. No cambia su acceso.',
      'A resposta ajuda-nos a melhorar os relatórios. Não altera o seu acesso.',
    ],
    diretor: ['Diretor', 'Director', 'Director', 'Diretor'],
    supervisor: ['Supervisor', 'Supervisor', 'Supervisor', 'Supervisor'],
    gerente: ['Gerente', 'Manager', 'Gerente', 'Gerente'],
    analista: ['Analista', 'Analyst', 'Analista', 'Analista'],
    outro: ['Outro', 'Other', 'Otro', 'Outro'],
    later: ['Responder depois', 'Answer later', 'Responder después', 'Responder mais tarde'],
    send: ['Responder', 'Answer', 'Responder', 'Responder'],
  },
  /** Section 5: if outro, the free text must be non-empty. */
  surveyOther: {
    detail: ['Outro cargo', 'Other position', 'Otro cargo', 'Outro cargo'],
  },
  /** Section 5: "{name} is required!". */
  required: {
    position: [
      'O campo Cargo é obrigatório!',
      'Position is required!',
      '¡El campo Cargo es obligatorio!',
      'O campo Cargo é obrigatório!',
    ],
  },
  requiredDetail: {
    detail: [
      'O campo Outro cargo é obrigatório!',
      'Other position is required!',
      '¡El campo Otro cargo es obligatorio!',
      'O campo Outro cargo é obrigatório!',
    ],
  },
} as const satisfies SentencesByPlace
