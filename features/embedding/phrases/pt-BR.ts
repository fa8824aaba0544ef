import { noun } from '#catalogue/phrases/grammar/pt-BR.ts'

const words = noun('conta de relatórios', 'f')

export default {
  ...words,
  audit: { ...words.audit, tested: '{{actor}} testou a conta de relatórios {{target}}' },
  title: 'Contas de relatórios',
  purpose: 'Credenciais com que o portal busca relatórios no Power BI ou no serviço que o acompanha.',
  add: 'Nova conta',
  empty: 'Adicione a primeira conta para publicar os relatórios que ela alcança.',
  createdAt: 'Criada em',
  workspaceCount: 'Workspaces',
  ofPartner: 'Do parceiro',
  ofPartnerText: 'Esta conta é do parceiro. Você pode publicar a partir dela; quem a altera é a equipe do parceiro.',
  toWorkspaces: 'Ver workspaces',
  kind: { powerbi: 'Microsoft Power BI', local: 'Serviço do Vitrine' },
  kindText: {
    powerbi: 'Relatórios publicados no serviço da Microsoft.',
    local: 'Relatórios publicados no serviço que acompanha o portal.',
  },
  field: {
    name: 'Nome',
    kind: 'Serviço',
    id_directory: 'ID do diretório (tenant)',
    id_app: 'ID do aplicativo (client)',
    id_object: 'ID do objeto da entidade de serviço',
    secret: 'Segredo do cliente',
  },
  help: {
    name: 'Como a conta aparece para quem publica relatórios.',
    id_directory: 'Está na visão geral do registro do aplicativo, no Microsoft Entra.',
    id_app: 'Está ao lado do anterior.',
    id_object: 'Ajuda a encontrar o aplicativo ao incluí-lo em um workspace.',
    secret: 'O valor do segredo, não o ID dele. Fica cifrado e nunca mais é mostrado.',
    secretKept: 'Há um segredo guardado. Deixe vazio para mantê-lo; outro aplicativo ou serviço pede outro segredo.',
  },
  section: {
    what: 'A conta',
    whatText: 'De onde vêm os relatórios.',
    keys: 'Credenciais',
    keysText: 'O portal entra no serviço como um aplicativo, não como uma pessoa.',
    test: 'Teste',
    testText: 'Percorre o caminho do login até os workspaces com o que está preenchido acima. Nada é salvo.',
  },
  test: {
    action: 'Testar conexão',
    passed: 'A conta funciona.',
    failed: 'A conta ainda não funciona.',
    step: {
      authority: 'O servidor de login responde',
      token: 'O aplicativo e o segredo são aceitos',
      api: 'O serviço de relatórios responde',
      permission: 'O serviço permite o aplicativo',
      workspaces: 'O aplicativo alcança um workspace',
    },
    advice: {
      authority: 'Ele não respondeu. Confira a saída de rede do portal e tente de novo.',
      token: 'Confira o diretório, o aplicativo e o segredo: use o valor do segredo e veja se ele não expirou.',
      api: 'O login funcionou, mas o serviço recusou a pergunta. Tente de novo; se continuar, guarde o código abaixo.',
      permission:
        'O administrador do serviço precisa permitir que entidades de serviço usem as APIs e incluir este aplicativo. No Power BI: portal de administração, configurações do desenvolvedor.',
      workspaces: 'No serviço, abra um workspace, escolha gerenciar acesso e inclua o aplicativo como membro.',
    },
    code: 'Código do serviço: {{code}}',
  },
}
