import type { AdvisedCode } from '../../errors.ts'

export default {
  'embedding_account.credentials_refused': 'Verifique-as em Contas.',
  'embedding_account.refused': 'Em Contas, “Testar conexão” diz o motivo.',
  'embedding_account.without_workspaces': 'Adicione-a a um no serviço de relatórios.',
  'capacity.incomplete': 'Preencha a assinatura, o grupo de recursos, o nome e o tamanho.',
  'capacity.forbidden': 'Dê a ela no Azure o papel de Colaborador do recurso.',
  'capacity.missing': 'Confira na conta a assinatura, o grupo de recursos e o nome.',
  'capacity.refused': 'Veja no portal do Azure o que aconteceu.',
  others: 'Avise o administrador.',
} satisfies Record<AdvisedCode | 'others', string>
