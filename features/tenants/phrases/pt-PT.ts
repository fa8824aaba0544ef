import type { Phrases } from '#catalogue/phrases/general.ts'
import type ptBR from './pt-BR.ts'

export default {
  title: 'Unidades de negócio',
  purpose: 'Cada unidade tem o seu endereço, as suas pessoas e os seus relatórios.',
  add: 'Nova unidade',
  empty: 'Crie a primeira unidade; fica logo disponível no seu endereço.',
  open: 'Abrir o endereço',
  createdAt: 'Criada em',
  people: '{{users}} de {{limit}}',
  state: { enabled: 'Ativa', disabled: 'Desativada' },
  field: {
    name: 'Nome',
    parceiro_id: 'Parceiro',
    address: 'Endereço',
    subdomain: 'Subdomínio',
    domain: 'Domínio próprio',
    user_limit: 'Limite de utilizadores',
    users: 'Utilizadores',
    allow_adding_reports: 'Permitir que a unidade adicione relatórios',
    restrict_accounts: 'Mostrar as contas de relatórios apenas a quem as registou',
    enabled: 'Unidade ativa',
  },
  help: {
    subdomain: 'Letras minúsculas, algarismos e hífenes.',
    domain: 'Um endereço da própria empresa, como bi.empresa.pt, que aponte para o portal.',
    user_limit_one: 'Hoje {{count}} utilizador ocupa um lugar. O limite não pode ser inferior.',
    user_limit_other: 'Hoje {{count}} utilizadores ocupam lugar. O limite não pode ser inferior.',
    allow_adding_reports: 'Sem isto, só a equipa do parceiro adiciona e importa relatórios.',
    restrict_accounts: 'Com isto, cada administrador vê apenas as contas que registou.',
    enabled: 'Ao desativar, mais ninguém entra e quem tem sessão iniciada sai de imediato. Nada é eliminado.',
  },
  section: {
    what: 'A unidade',
    whatText: 'O nome é mostrado às pessoas no início de sessão e no topo do portal.',
    where: 'Onde fica',
    whereText: 'As pessoas entram por este endereço. Se o alterar, termina a sessão de quem usa o anterior.',
    limits: 'O que pode fazer',
    limitsText: 'Quantas pessoas cabem e o que os administradores da unidade fazem sem ajuda.',
    state: 'Situação',
    stateText: 'Uma unidade desativada guarda tudo e não deixa entrar ninguém.',
  },
} satisfies Phrases<typeof ptBR>
