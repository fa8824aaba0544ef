import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/pt-PT.ts'
import type ptBR from './pt-BR.ts'

const words = noun('unidade de negócio', 'f')

export default {
  ...words,
  audit: {
    ...words.audit,
    removal_begun: '{{actor}} fechou a unidade {{target}} para a eliminar',
    reopened: '{{actor}} voltou a abrir a unidade {{target}}',
    erasure_confirmed: '{{actor}} confirmou a eliminação da unidade {{target}}',
    erasure_proved: '{{actor}} comprovou a eliminação da unidade {{target}}',
  },
  synonyms: 'empresas, inquilinos, tenants, filiais',
  title: 'Unidades de negócio',
  purpose: 'Cada unidade tem o seu endereço, as suas pessoas e os seus relatórios.',
  add: 'Nova unidade',
  deleteText:
    'A unidade fecha agora: mais ninguém entra. Dentro de 14 dias tudo o que é dela será eliminado: pessoas, relatórios, grupos, acessos, definições, temas e ficheiros. Até lá pode voltar a abri-la.',
  added: 'Unidade criada em {{address}}.',
  withoutAdministrator: 'Ainda ninguém administra a unidade. Entre nela e adicione essa pessoa.',
  administratorInvited:
    '{{name}} recebe em {{email}} um convite para escolher a palavra-passe e administrar a unidade.',
  administratorLink: 'Ligação de acesso de {{name}}',
  empty: 'Crie a primeira unidade; fica logo disponível no seu endereço.',
  open: 'Abrir o endereço',
  enter: 'Entrar em {{unit}}',
  enterIt: 'Entrar',
  enterRefused:
    'Esta unidade não aceita a entrada da equipa. Quem entra no endereço dela pode mudar isso nas definições.',
  enterMaintenance: 'Esta unidade está em manutenção: só a equipa da plataforma pode entrar.',
  enterAsAdmin: 'Entrar como administrador',
  enterAsUser: 'Entrar como leitor',
  createdAt: 'Criada em',
  people: '{{users}} de {{limit}}',
  contractLimit: {
    first:
      'No contrato de {{client}}: {{users}} de {{limit}} utilizadores, em todas as unidades juntas. Esse limite é atingido antes do limite desta unidade.',
    later:
      'No contrato de {{client}}: {{users}} de {{limit}} utilizadores, em todas as unidades juntas. O limite desta unidade é atingido antes desse.',
  },
  removed: '{{percent}} eliminado',
  begunRemoving: '{{name}} está fechada e será eliminada dentro de 14 dias.',
  gone: '{{name}} foi eliminada.',
  closedUntil: 'Fechada, será eliminada em {{date}}',
  reopen: {
    action: 'Voltar a abrir a unidade',
    title: 'Voltar a abrir {{name}}?',
    text: 'As pessoas entram de novo como antes. A eliminação é cancelada.',
    done: '{{name}} está novamente aberta.',
  },
  confirmErasure: {
    action: 'Eliminar agora',
    title: 'Eliminar {{name}} agora?',
    text: '{{person}} mandou eliminar esta unidade. Com a sua confirmação, a eliminação começa já, sem esperar pelo prazo, e deixa de poder ser cancelada.',
    done: 'A eliminação de {{name}} começou.',
  },
  erasures: {
    action: 'Eliminações',
    title: 'Eliminações de unidades',
    text: 'Cada unidade eliminada deixa um comprovativo. O registo de auditoria guarda o respetivo SHA-256.',
    empty: 'Nenhuma unidade foi eliminada. Para eliminar uma, utilize o menu dela na lista.',
    state: { ordered: 'Será eliminada em {{date}}', erasing: 'A ser eliminada', erased: 'Eliminada em {{date}}' },
    orderedBy: 'Pedida por {{person}} em {{date}}',
    confirmedBy: 'Confirmada por {{person}}',
    download: 'Comprovativo de {{unit}} em {{format}}',
  },
  proof: {
    title: 'Comprovativo de eliminação',
    unit: 'Unidade de negócio',
    ordered: 'Pedida por',
    confirmed: 'Confirmada por',
    gracePassed: 'ninguém; o prazo terminou',
    begun: 'Início',
    rowsErased: 'Registos eliminados',
    proved: 'Comprovada',
    files: 'Ficheiros',
    kept: 'O que fica',
    keptWhat: {
      bills: 'Faturas, que a lei obriga a guardar; sem nomes de pessoas da unidade',
      audit_entries: 'Registos de auditoria do parceiro sobre a unidade',
      models: 'Modelos do serviço de relatórios em áreas só desta unidade, que o operador remove',
    },
    tables: 'Registos por tabela, antes e depois',
  },
  state: {
    removing: 'Em eliminação',
    maintenance: 'Em manutenção',
    enabled: 'Ativa',
    disabled: 'Desativada',
  },
  field: {
    erase_at: 'Data da eliminação',
    sha256: 'SHA-256 do comprovativo',
    format: 'Formato',
    administrator: 'Primeiro administrador',
    nome_usuario: 'Nome do administrador',
    email: 'E-mail do administrador',
    trial_ends: 'Fim do período de teste',
    maintenance: 'Em manutenção',
    hidden_menu: 'Ecrãs ocultos',
    name: 'Nome',
    parceiro_id: 'Parceiro',
    address: 'Endereço',
    subdomain: 'Subdomínio',
    domain: 'Domínio próprio',
    default_language: 'Idioma predefinido',
    user_limit: 'Limite de utilizadores',
    client: 'Cliente',
    users: 'Utilizadores',
    allow_adding_reports: 'Permitir que a unidade adicione relatórios',
    allow_access_remote: 'Acesso da equipa do parceiro',
    registration_enabled: 'Permitir o autorregisto',
    default_for_registration: 'Predefinida para o autorregisto',
    default_for_sso: 'Predefinida para o início de sessão único',
    restrict_accounts: 'Mostrar as contas de relatórios apenas a quem as registou',
    enabled: 'Unidade ativa',
  },
  help: {
    trial_ends: 'O último dia dos utilizadores de teste, no fuso da unidade.',
    maintenance: 'Com isto, só a equipa da plataforma entra; as outras pessoas veem que o portal está em manutenção.',
    subdomain: 'O início do endereço em que as pessoas entram. Letras minúsculas, algarismos e hífenes.',
    default_language:
      'O idioma da página de início de sessão num navegador que ainda não escolheu outro. Os textos em vários idiomas têm de ter, pelo menos, este.',
    user_limit_one: 'Hoje {{count}} utilizador ocupa um lugar. O limite não pode ser inferior.',
    user_limit_other: 'Hoje {{count}} utilizadores ocupam lugar. O limite não pode ser inferior.',
    allow_adding_reports: 'Sem isto, só a equipa do parceiro adiciona e importa relatórios.',
    allow_access_remote:
      'Desligado, a equipa do parceiro e a da plataforma não entram nesta unidade por nenhum caminho, e ninguém usa as sessões das pessoas dela.',
    registration_enabled: 'O administrador ainda tem de o ligar nas definições da unidade.',
    default_for_registration:
      'Quem se regista no endereço do parceiro entra nesta unidade. Só uma unidade do parceiro é a predefinida.',
    default_for_sso:
      'Quem o início de sessão único (SAML ou OpenID) cria em qualquer unidade do parceiro entra nesta. Sem unidade predefinida, entra naquela onde iniciou sessão. Só uma unidade do parceiro é a predefinida.',
    restrict_accounts: 'Com isto, cada administrador vê apenas as contas que registou.',
    enabled: 'Ao desativar, mais ninguém entra e quem tem sessão iniciada sai de imediato. Nada é eliminado.',
  },
  section: {
    hiddenText:
      'O que assinalar desaparece do menu de todos na unidade, e o servidor também o recusa. O que o parceiro oculta soma-se a isto.',
    what: 'A unidade',
    whatText: 'O nome é mostrado às pessoas no início de sessão e no topo do portal.',
    administrator: 'Quem administra',
    administratorText:
      'A pessoa recebe um convite para escolher a palavra-passe. Sem ela, a equipa do parceiro entra na unidade e adiciona quem a administra.',
    where: 'Onde fica',
    whereText: 'As pessoas entram por este endereço. Se o alterar, termina a sessão de quem usa o anterior.',
    limits: 'O que pode fazer',
    limitsText: 'Quantas pessoas cabem e o que os administradores da unidade fazem sem ajuda.',
    state: 'Estado',
    stateText: 'Uma unidade desativada guarda tudo e não deixa entrar ninguém.',
  },
  staffEntry: {
    title: 'Fechar a unidade à equipa?',
    text: 'Ao guardar, as sessões da equipa nesta unidade terminam, e os administradores dela são avisados. Pode voltar a abrir a unidade neste formulário.',
  },
} satisfies Phrases<typeof ptBR>
