// The reports of the notification center.
import type { SentencesByPlace } from './in-languages.ts'

export const reportSentences = {
  /** Section 2, notification center: users per report. */
  usersPerReport: {
    title: ['Usuários por relatório', 'Users per report', 'Usuarios por informe', 'Utilizadores por relatório'],
    purpose: [
      'Quem pode abrir cada relatório, e por qual liberação.',
      'Who may open each report, and by which grant.',
      'Quién puede abrir cada informe, y con qué permiso.',
      'Quem pode abrir cada relatório, e por que concessão.',
    ],
    report: ['Relatório', 'Report', 'Informe', 'Relatório'],
    place: ['Grupo e subgrupo', 'Group and subgroup', 'Grupo y subgrupo', 'Grupo e subgrupo'],
    person: ['Pessoa', 'Person', 'Persona', 'Pessoa'],
    email: ['E-mail', 'E-mail', 'Correo electrónico', 'E-mail'],
    way: ['Liberação', 'Grant', 'Permiso', 'Concessão'],
    groups: ['Grupos de usuários', 'User groups', 'Grupos de usuarios', 'Grupos de utilizadores'],
    opens: ['Pode abrir', 'May open', 'Puede abrir', 'Pode abrir'],
  },
  /** Section 2, notification center: reports per user. */
  reportsPerUser: {
    title: ['Relatórios por usuário', 'Reports per user', 'Informes por usuario', 'Relatórios por utilizador'],
    purpose: [
      'O que cada pessoa pode abrir, e por qual liberação.',
      'What each person may open, and by which grant.',
      'Qué puede abrir cada persona, y con qué permiso.',
      'O que cada pessoa pode abrir, e por que concessão.',
    ],
    person: ['Pessoa', 'Person', 'Persona', 'Pessoa'],
    email: ['E-mail', 'E-mail', 'Correo electrónico', 'E-mail'],
    report: ['Relatório', 'Report', 'Informe', 'Relatório'],
    way: ['Liberação', 'Grant', 'Permiso', 'Concessão'],
    opens: ['Pode abrir', 'May open', 'Puede abrir', 'Pode abrir'],
  },
  /** Section 2, notification center: maintenance. */
  maintenance: {
    title: [
      'Manutenções de relatórios',
      'Report maintenance',
      'Mantenimiento de informes',
      'Manutenções de relatórios',
    ],
    text: [
      'O que está ou estará em manutenção nos próximos 14 dias, entre os relatórios que você pode abrir.',
      'What is or will be under maintenance in the next 14 days, among the reports that you may open.',
      'Lo que está o estará en mantenimiento en los próximos 14 días, entre los informes que puede abrir.',
      'O que está ou estará em manutenção nos próximos 14 dias, entre os relatórios que pode abrir.',
    ],
    empty: [
      'Nenhuma manutenção à vista: todos os seus relatórios estão disponíveis.',
      'No maintenance ahead: all your reports are available.',
      'Ningún mantenimiento previsto: todos sus informes están disponibles.',
      'Nenhuma manutenção à vista: todos os seus relatórios estão disponíveis.',
    ],
  },
} as const satisfies SentencesByPlace
