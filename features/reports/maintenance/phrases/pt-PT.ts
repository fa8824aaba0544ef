import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/pt-PT.ts'
import type ptBR from './pt-BR.ts'

const nounPhrases = noun('manutenção', 'f')

export default {
  ...nounPhrases,
  synonyms: 'paragem, indisponível, janela',
  title: 'Manutenções',
  purpose: 'Períodos em que um aviso fica no lugar dos relatórios e acaba sozinho.',
  empty: 'Avise antes de mexer nos dados: crie a primeira manutenção.',
  allReports: 'Todos os relatórios',
  severalReports: 'relatórios',
  over: 'Terminada',
  now: 'Agora',
  createdAt: 'Criada em',
  starts_at: 'Início',
  ends_at: 'Fim',
  reports: 'Relatórios',
  groups: 'Grupos',
  upcoming: {
    title: 'Manutenções de relatórios',
    text: 'O que está ou estará em manutenção nos próximos 14 dias, entre os relatórios que pode abrir.',
    empty: 'Nenhuma manutenção à vista: todos os seus relatórios estão disponíveis.',
  },
  notice: {
    title: '{{report}} está em manutenção',
    until: 'Volta em {{when}}, daqui a {{left}}.',
    itself: 'Esta página abre o relatório sozinha quando a manutenção acabar.',
    soon: 'Este relatório entra em manutenção dentro de {{left}}.',
  },
  field: {
    name: 'Nome',
    message: 'Mensagem',
    recurrence: 'Repetição',
    first_day: 'Primeiro dia',
    last_day: 'Último dia',
    days: 'Dias da semana',
    from_time: 'Das',
    to_time: 'Até às',
    report_ids: 'Relatórios',
    group_ids: 'Grupos de relatórios',
    passes: 'Quem pode abrir mesmo assim',
    announces: 'Avisar antes',
    reports: 'Relatórios',
    groups: 'Grupos',
    starts_at: 'Início',
    ends_at: 'Fim',
  },
  help: {
    from_time:
      'No fuso da unidade de negócio. Uma hora que a mudança de hora salta vale tanto mais tarde; de uma que se repete, vale a primeira.',
    message: 'O que as pessoas leem no lugar do relatório.',
    last_day: 'Vazio: no mesmo dia ou, na semanal, sem fim.',
    report_ids: 'Sem relatórios e sem grupos, aplica-se a todos.',
    to_time: 'Na semanal, uma hora que não é posterior ao início fica no dia seguinte.',
    announces: 'Quem pode abrir os relatórios recebe uma notificação. Se faltar menos tempo, recebe-a ao guardar.',
  },
  choice: {
    recurrence: {
      once: 'Uma vez',
      weekly: 'Todas as semanas',
    },
    passes: {
      editors: 'Quem administra relatórios e quem os pode editar',
      managers: 'Só quem administra relatórios',
      nobody: 'Ninguém',
    },
    announces: {
      never: 'Não avisar',
      hour: '1 hora antes',
      day: '1 dia antes',
      week: '1 semana antes',
    },
  },
  section: {
    whatText: 'O nome é para quem administra; a mensagem, para quem lê.',
    when: 'Quando',
    whenText: 'No fuso da unidade de negócio.',
    which: 'Que relatórios',
    whichText: 'Quem os lê vê a mensagem e quanto falta.',
  },
} satisfies Phrases<typeof ptBR>
