import type { AdvisedCode } from '../../errors.ts'

export default {
  'embedding_account.credentials_refused': 'Verifique-as na página Contas.',
  'embedding_account.refused': 'Em Contas, “Testar ligação” indica o motivo.',
  'embedding_account.without_workspaces': 'Adicione-a a uma no serviço de relatórios.',
  'capacity.incomplete': 'Preencha a subscrição, o grupo de recursos, o nome e o tamanho.',
  'capacity.forbidden': 'Atribua-lhe no Azure a função de Contribuidor do recurso.',
  'capacity.missing': 'Verifique na conta a subscrição, o grupo de recursos e o nome.',
  'capacity.refused': 'Veja no portal do Azure o que aconteceu.',
  others: 'Informe o administrador.',
} satisfies Record<AdvisedCode | 'others', string>
