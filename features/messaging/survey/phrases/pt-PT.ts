import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  noun: 'Inquérito de perfil',
  audit: {
    updated: '{{actor}} ativou ou desativou o inquérito de perfil',
    answered: '{{actor}} respondeu ao inquérito de perfil',
  },
  synonyms: 'cargo, questionário, inquérito',
  title: 'Inquérito de perfil',
  purpose: 'Uma pergunta depois do início de sessão: o cargo da pessoa. A resposta não altera o acesso de ninguém.',
  field: { enabled: 'Perguntar o cargo', perfil_usuario: 'Cargo', position: 'Cargo' },
  help: { enabled: 'A quem ainda não respondeu é perguntado depois do próximo início de sessão, até responder.' },
  section: {
    whatText: 'A equipa da plataforma pergunta a todos; um parceiro, às pessoas das suas unidades de negócio.',
    answers: 'Respostas',
  },
  byPlatform: 'A plataforma já faz esta pergunta a todas as pessoas.',
  answered: 'Responderam {{answered}} de {{people}} pessoas.',
  none: 'Ainda não há respostas. Aparecem aqui assim que as pessoas responderem.',
  position: 'Cargo',
  people: 'Pessoas',
  details: 'Outros cargos',
  positions: {
    diretor: 'Diretor',
    supervisor: 'Supervisor',
    gerente: 'Gerente',
    analista: 'Analista',
    outro: 'Outro',
  },
  dialog: {
    title: 'Diga-nos o seu cargo',
    question: 'Qual é o seu cargo?',
    why: 'A resposta ajuda-nos a melhorar os relatórios. Não altera o seu acesso.',
    detail: 'Outro cargo',
    later: 'Responder mais tarde',
    send: 'Responder',
  },
} satisfies Phrases<typeof ptBR>
