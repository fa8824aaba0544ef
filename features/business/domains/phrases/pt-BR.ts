import { noun } from '#catalogue/phrases/grammar/pt-BR.ts'

const words = noun('domínio', 'm')

export default {
  ...words,
  synonyms: 'DNS, endereço próprio, CNAME, TXT, certificado, HTTPS',
  title: 'Domínios',
  purpose: 'Endereços próprios que levam a uma unidade de negócio ou ao parceiro.',
  empty:
    'Com um domínio próprio, as pessoas entram em um endereço da empresa, como bi.empresa.com.br. Adicione o domínio e prove, com um registro TXT no DNS, que ele é seu.',
  deleteText:
    'Quem entra por este endereço deixa de encontrar o portal nele, e as sessões abertas nele terminam. Links de e-mails já enviados com este endereço deixam de abrir. O endereço do portal (subdomínio) continua funcionando.',
  deletePresent: 'Você está neste endereço agora: depois de remover, entre pelo endereço do portal.',
  leadsTo: 'Leva a',
  toPartner: '{{partner}} (parceiro)',
  open: 'Abrir',
  copy: 'Copiar',
  copied: 'Copiado',
  fee: 'Cada domínio verificado de uma unidade de negócio entra na fatura do mês.',
  toDomains: 'Domínios',
  mainOf: 'Domínio principal: {{host}}',
  noneYet: 'Nenhum domínio principal ainda.',
  field: {
    name: 'Domínio',
    readable: 'Nome legível',
    tenant_id: 'Leva a',
    parceiro_id: 'Parceiro',
    state: 'Situação',
    main: 'Principal',
    checked_at: 'Última verificação',
    created_at: 'Adicionado em',
    fault: 'Resultado',
    reason: 'Motivo',
  },
  help: {
    reason:
      'Só para um nome parecido com outro ou com dois alfabetos: por que ele é permitido. Fica na trilha de auditoria.',
    name: 'Só o nome, sem https:// e sem barra: bi.empresa.com.br. Acentos são aceitos.',
    tenant_id: 'Uma unidade de negócio, ou o próprio parceiro.',
  },
  section: {
    what: 'Domínio',
    whatText: 'O nome e para onde ele leva. Depois de adicionar, você vê o registro TXT que prova que o domínio é seu.',
  },
  state: {
    waiting: 'Aguardando a prova',
    verified: 'Verificado',
    refused: 'Recusado',
  },
  stateText: {
    waiting: 'Este endereço ainda não leva a lugar nenhum. Crie o registro TXT abaixo e verifique.',
    verified: 'Este endereço leva a {{target}}.',
    refused: 'Se for seu, crie o registro TXT e verifique de novo depois que o outro o remover.',
  },
  proof: {
    dns: 'Provado pelo registro TXT em {{date}}.',
    hand: 'Confirmado à mão por {{person}} em {{date}}: {{reason}}',
    before: 'Já existia antes da verificação por DNS.',
  },
  fault: {
    not_found: 'O registro TXT ainda não existe. Uma mudança no DNS pode levar algumas horas.',
    wrong_value: 'Há um registro TXT com este nome, mas com outro valor. Copie o valor abaixo outra vez.',
    alias: 'O nome do registro é um apelido (CNAME) de outro nome. Crie um registro TXT no lugar dele.',
    flood: 'O DNS respondeu com registros demais para este nome. Deixe só o registro abaixo.',
    unreachable: 'Nenhum servidor de DNS respondeu. Tente de novo em alguns minutos.',
    no_resolver: 'Este portal não consulta o DNS. A equipe da plataforma confirma o domínio à mão.',
    taken: 'Outro parceiro já provou que este domínio é dele.',
  },
  warning: {
    refused: 'Outro parceiro provou que este domínio é dele. O seu pedido foi recusado.',
    gave_up: 'O registro TXT não apareceu em 30 dias. O portal parou de procurar; você ainda pode verificar à mão.',
    lost: 'O registro TXT que prova o domínio não foi encontrado. O domínio continua funcionando; crie o registro outra vez.',
  },
  steps: {
    title: 'Prove que o domínio é seu',
    one: 'Abra a página do DNS onde o domínio foi registrado (Registro.br, Cloudflare, GoDaddy ou outro). Quem cuida do site ou do e-mail da empresa tem acesso a ela.',
    two: 'Crie um registro do tipo TXT com este nome e este valor.',
    three: 'Aponte o próprio domínio para o portal, com um registro CNAME para {{host}}.',
    four: 'Volte aqui e verifique. O portal também verifica sozinho, de tempos em tempos.',
    keep: 'Deixe o registro no DNS: o portal o confere uma vez por dia.',
    name: 'Nome do registro',
    value: 'Valor do registro',
  },
  check: {
    action: 'Verificar agora',
    verified: 'O domínio está verificado.',
    found: 'O registro TXT está lá.',
    next: 'Próxima verificação automática: {{date}}.',
  },
  mainAct: {
    action: 'Tornar principal',
    done: 'Este é agora o domínio principal.',
    text: 'O domínio principal é o endereço usado em e-mails e links.',
    tryFirst: 'Antes de torná-lo principal, veja se ele já abre o portal.',
    open: 'Abrir {{host}}',
  },
  confirm: {
    action: 'Confirmar à mão',
    title: 'Confirmar {{host}} à mão',
    text: 'Só sem o DNS: você garante que o domínio é do parceiro. O motivo fica na auditoria.',
    done: 'O domínio está confirmado.',
  },
  audit: {
    ...words.audit,
    checked: '{{actor}} mandou verificar o domínio {{target}}',
    verified: '{{actor}} verificou o domínio {{target}}',
    confirmed: '{{actor}} confirmou à mão o domínio {{target}}',
    main_set: '{{actor}} tornou principal o domínio {{target}}',
    refused: '{{actor}} recusou o domínio {{target}}, que outro parceiro provou',
    gave_up: '{{actor}} parou de procurar o registro do domínio {{target}}',
    lost: '{{actor}} não encontrou o registro TXT do domínio {{target}}',
  },
}
