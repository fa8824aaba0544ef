export default {
  noun: 'Acesso aos relatórios',
  title: 'Acesso aos relatórios',
  field: {
    report: 'Relatório',
    place: 'Grupo e subgrupo',
    person: 'Pessoa',
    email: 'E-mail',
    way: 'Liberação',
    groups: 'Grupos de usuários',
    opens: 'Pode abrir',
  },
  choice: { way: { direct: 'Direta', group: 'Por grupo', manager: 'Gestão de relatórios' } },
  yes: 'Sim',
  hidden: 'Não: oculto',
  byReport: {
    title: 'Usuários por relatório',
    purpose: 'Quem pode abrir cada relatório, e por qual liberação.',
    add: 'Liberação',
    empty: 'Publique um relatório e libere-o para alguém.',
  },
  byUser: {
    title: 'Relatórios por usuário',
    purpose: 'O que cada pessoa pode abrir, e por qual liberação.',
    add: 'Liberação',
    empty: 'Adicione pessoas e libere relatórios para elas.',
  },
}
