import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/pt-PT.ts'
import type ptBR from './pt-BR.ts'

const nounPhrases = noun('conta de relatórios', 'f')

export default {
  ...nounPhrases,
  audit: { ...nounPhrases.audit, tested: '{{actor}} testou a conta de relatórios {{target}}' },
  synonyms: 'Power BI, credenciais, service principal, Azure, ligação',
  title: 'Contas de relatórios',
  purpose: 'Credenciais com que o portal vai buscar relatórios ao Power BI ou ao serviço que o acompanha.',
  add: 'Nova conta',
  empty: 'Adicione a primeira conta para publicar os relatórios a que ela chega.',
  createdAt: 'Criada em',
  workspaceCount: 'Áreas de trabalho',
  ofPartner: 'Do parceiro',
  ofPartnerText: 'Esta conta é do parceiro. Pode publicar a partir dela; só a equipa do parceiro a altera.',
  toWorkspaces: 'Ver as áreas de trabalho',
  kind: { powerbi: 'Microsoft Power BI', local: 'Serviço do Vitrine' },
  kindText: {
    powerbi: 'Relatórios publicados no serviço da Microsoft.',
    local: 'Relatórios publicados no serviço que acompanha o portal.',
  },
  field: {
    subscription_id: 'ID da subscrição',
    workspace_id: 'ID da área de trabalho',
    resource_group: 'Grupo de recursos',
    feature_name: 'Nome da capacidade',
    size: 'Tamanho da capacidade',
    name: 'Nome',
    kind: 'Serviço',
    id_directory: 'ID do diretório (tenant)',
    id_app: 'ID da aplicação (client)',
    id_object: 'ID do objeto do principal de serviço',
    secret: 'Segredo do cliente',
  },
  help: {
    subscription_id: 'No portal do Azure, em Subscrições.',
    workspace_id: 'A área de trabalho que está na capacidade.',
    resource_group: 'O grupo em que a capacidade está.',
    feature_name: 'O nome do recurso no Azure.',
    size: 'Por exemplo A1, EM2 ou F8.',
    name: 'Como a conta é mostrada a quem publica relatórios.',
    id_directory: 'Está na descrição geral do registo da aplicação, no Microsoft Entra.',
    id_app: 'Está ao lado do anterior.',
    id_object: 'Ajuda a encontrar a aplicação ao incluí-la numa área de trabalho.',
    secret: 'O valor do segredo, não o respetivo ID. Fica cifrado e não volta a ser mostrado.',
    secretKept:
      'Há um segredo guardado. Deixe em branco para o manter; outra aplicação ou serviço exige outro segredo.',
  },
  section: {
    capacity: 'Capacidade no Azure',
    capacityText:
      'A capacidade de licença que executa os relatórios. O portal usa estes dados para mostrar e ligar os recursos de capacidade.',
    what: 'A conta',
    whatText: 'De onde vêm os relatórios.',
    keys: 'Credenciais',
    keysText: 'O portal entra no serviço como aplicação, não como pessoa.',
    test: 'Teste',
    testText:
      'Percorre o caminho do início de sessão até às áreas de trabalho com o que está preenchido acima. Nada é guardado.',
  },
  test: {
    action: 'Testar ligação',
    passed: 'A conta funciona.',
    failed: 'A conta ainda não funciona.',
    step: {
      authority: 'O servidor de início de sessão responde',
      token: 'A aplicação e o segredo são aceites',
      api: 'O serviço de relatórios responde',
      permission: 'O serviço permite a aplicação',
      workspaces: 'A aplicação chega a uma área de trabalho',
    },
    advice: {
      authority: 'Não respondeu. Verifique a saída de rede do portal e tente novamente.',
      token: 'Verifique o diretório, a aplicação e o segredo: use o valor do segredo e confirme que não expirou.',
      api: 'O início de sessão funcionou, mas o serviço recusou o pedido. Tente novamente; se continuar, guarde o código.',
      permission:
        'O administrador do serviço tem de permitir que os principais de serviço utilizem as API e incluir esta aplicação. No Power BI: portal de administração, definições do programador.',
      workspaces: 'No serviço, abra uma área de trabalho, escolha gerir acesso e adicione a aplicação como membro.',
    },
    code: 'Código do serviço: {{code}}',
  },
} satisfies Phrases<typeof ptBR>
