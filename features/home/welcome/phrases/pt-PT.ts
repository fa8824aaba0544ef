import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  reports_one: '{{count}} relatório novo para si',
  reports_other: '{{count}} relatórios novos para si',
  unread_one: '{{count}} notificação por ler',
  unread_other: '{{count}} notificações por ler',
  unreadMany: 'Mais de {{count}} notificações por ler',
  open: 'Abrir',
  dismiss: 'Ignorar',
  nothing: {
    manager: 'Registe uma área de trabalho e publique o primeiro relatório.',
    start: 'Adicionar um relatório',
  },
  steps: {
    title: 'Primeiros passos',
    count: '{{done}} de {{count}} concluídos',
    done: 'Concluído',
    account: 'Ligar uma conta de relatórios',
    workspace: 'Registar uma área de trabalho',
    report: 'Importar um relatório',
    group: 'Criar um grupo de utilizadores',
    grant: 'Dar acesso a um relatório',
    person: 'Convidar pessoas',
  },
} satisfies Phrases<typeof ptBR>
