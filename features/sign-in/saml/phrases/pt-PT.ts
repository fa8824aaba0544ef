import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/pt-PT.ts'
import errors from '#catalogue/phrases/errors/pt-PT.ts'
import type ptBR from './pt-BR.ts'

export default {
  ...noun('aplicação SAML', 'f'),
  title: 'Início de sessão único (SAML)',
  purpose: 'Fornecedores de identidade com que as pessoas desta unidade de negócio iniciam sessão.',
  deleteText: 'Ninguém volta a iniciar sessão com ela. As pessoas que criou ficam.',
  empty: 'Registe o fornecedor de identidade da empresa: as pessoas passam a iniciar sessão com a conta que já têm.',
  on: 'Ativa',
  off: 'Inativa',
  copy: 'Copiar',
  metadataUrl: 'Endereço dos metadados',
  readMetadata: 'Ler',
  metadataFile: 'Escolher ficheiro',
  field: {
    name: 'Nome',
    entity_id: 'Identificador do fornecedor (entity ID)',
    login_url: 'Endereço de início de sessão',
    logout_url: 'Endereço de saída',
    certificates: 'Certificados',
    name_id_format: 'Formato do NameID',
    attributes: 'Atributos',
    create_users: 'Criar pessoas no primeiro acesso',
    link_users: 'Associar pessoas que têm palavra-passe',
    idp_initiated: 'Aceitar acessos iniciados no fornecedor',
    status: 'Ativa',
    acs_url: 'Endereço de resposta (ACS)',
    sp_entity_id: 'O nosso identificador e metadados',
    companies: 'Unidades de negócio',
    people: 'Pessoas',
  },
  help: {
    name: 'Aparece no botão da página de início de sessão.',
    certificates: 'Em PEM. Até cinco, enquanto o fornecedor troca de chave.',
    create_users: 'Dentro do limite de utilizadores da unidade. Sem isto, só entra quem já foi reconhecido.',
    link_users:
      'Quem só pertence a esta unidade e tem o e-mail que o fornecedor envia passa a iniciar sessão por aqui. A palavra-passe deixa de valer.',
    idp_initiated: 'Menos seguro: use apenas se o fornecedor não souber responder a um pedido do portal.',
  },
  choice: {
    name_id_format: {
      unspecified: 'Qualquer um',
      persistent: 'Persistente',
      emailAddress: 'E-mail',
    },
  },
  section: {
    what: 'Aplicação',
    whatText: 'O nome que as pessoas reconhecem, como “Entra ID” ou “Conta da empresa”.',
    ours: 'Para o fornecedor',
    oursText: 'Indique estes endereços no fornecedor de identidade. O segundo aparece depois de guardar.',
    provider: 'Do fornecedor',
    providerText: 'Leia os metadados do fornecedor de um endereço ou de um ficheiro, ou preencha os campos.',
    attributesText: 'Os nomes com que o fornecedor envia cada dado. Em branco: os nomes habituais.',
    rules: 'Quem entra',
    rulesText: 'O bloqueio, o horário e a lista de IP aplicam-se aqui como a qualquer início de sessão.',
  },
  attribute: {
    email: 'E-mail',
    nome_usuario: 'Nome',
    groups: 'Grupos',
    custom: 'Campo: {{name}}',
  },
  attributeHelp: {
    email: 'Só para o registo: a pessoa é reconhecida pelo NameID.',
    nome_usuario: 'Atualizado a cada início de sessão.',
    groups: 'Os grupos de utilizadores com estes nomes passam a ser os da pessoa a cada início de sessão.',
  },
  redirecting: 'A iniciar sessão…',
  refused: 'Não foi possível iniciar sessão',
  /** By the status words of the specification (SAML callback mapping). */
  status: {
    error_user_or_password: errors['sign_in.wrong_credentials'],
    not_found_companies: errors['sign_in.without_tenant'],
    user_disable: errors['sign_in.user_deactivated'],
    blocked: errors['sign_in.user_blocked'],
    inactive: errors['sign_in.user_inactive'],
    domain_not_allowed: errors['sign_in.domain_refused'],
    horario_not_allowed: errors['sign_in.hour_refused'],
    error_azure_not_companies: errors['sign_in.provider_without_tenant'],
    finish_test: errors['sign_in.trial_ended'],
    maitenance: errors['sign_in.maintenance'],
    error: errors['sign_in.provider_failed'],
    ip_not_allowed: errors['sign_in.address_refused'],
  },
} satisfies Phrases<typeof ptBR>
