export default {
  reports_one: '{{count}} relatório novo para você',
  reports_other: '{{count}} relatórios novos para você',
  unread_one: '{{count}} notificação não lida',
  unread_other: '{{count}} notificações não lidas',
  unreadMany: 'Mais de {{count}} notificações não lidas',
  open: 'Abrir',
  dismiss: 'Dispensar',
  nothing: {
    manager: 'Cadastre um workspace e publique o primeiro relatório.',
    start: 'Adicionar relatório',
  },
  steps: {
    title: 'Primeiros passos',
    count: '{{done}} de {{count}} concluídos',
    done: 'Concluído',
    account: 'Conectar uma conta de relatórios',
    workspace: 'Cadastrar um workspace',
    report: 'Importar um relatório',
    group: 'Criar um grupo de usuários',
    grant: 'Liberar um relatório para alguém',
    person: 'Convidar pessoas',
  },
}
