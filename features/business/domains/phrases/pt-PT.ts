import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/pt-PT.ts'
import type ptBR from './pt-BR.ts'

const words = noun('domínio', 'm')

export default {
  ...words,
  synonyms: 'DNS, endereço próprio, CNAME, TXT, certificado, HTTPS',
  title: 'Domínios',
  purpose: 'Endereços próprios que levam a uma unidade de negócio ou ao parceiro.',
  empty:
    'Com um domínio próprio, as pessoas entram num endereço da empresa, como bi.empresa.pt. Adicione o domínio e prove, com um registo TXT no DNS, que é seu.',
  deleteText:
    'Quem entra por este endereço deixa de encontrar o portal nele, e as sessões abertas nele terminam. As ligações de e-mails já enviados com este endereço deixam de abrir. O endereço do portal (subdomínio) continua a funcionar.',
  deletePresent: 'Está neste endereço agora: depois de remover, entre pelo endereço do portal.',
  leadsTo: 'Leva a',
  toPartner: '{{partner}} (parceiro)',
  open: 'Abrir',
  copy: 'Copiar',
  copied: 'Copiado',
  fee: 'Cada domínio verificado de uma unidade de negócio entra na fatura do mês.',
  toDomains: 'Domínios',
  mainOf: 'Domínio principal: {{host}}',
  noneYet: 'Ainda sem domínio principal.',
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
      'Só para um nome semelhante a outro ou com dois alfabetos: porque é permitido. Fica no registo de auditoria.',
    name: 'Só o nome, sem https:// e sem barra: bi.empresa.pt. Os acentos são aceites.',
    tenant_id: 'Uma unidade de negócio, ou o próprio parceiro.',
  },
  section: {
    what: 'Domínio',
    whatText: 'O nome e para onde leva. Depois de adicionar, verá o registo TXT que prova que o domínio é seu.',
  },
  state: {
    waiting: 'À espera da prova',
    verified: 'Verificado',
    refused: 'Recusado',
  },
  stateText: {
    waiting: 'Este endereço ainda não leva a lado nenhum. Crie o registo TXT abaixo e verifique.',
    verified: 'Este endereço leva a {{target}}.',
    refused: 'Se for seu, crie o registo TXT e verifique de novo depois de o outro o remover.',
  },
  proof: {
    dns: 'Provado pelo registo TXT em {{date}}.',
    hand: 'Confirmado à mão por {{person}} em {{date}}: {{reason}}',
    before: 'Já existia antes da verificação por DNS.',
  },
  fault: {
    not_found: 'O registo TXT ainda não existe. Uma alteração no DNS pode demorar algumas horas.',
    wrong_value: 'Há um registo TXT com este nome, mas com outro valor. Copie o valor abaixo outra vez.',
    alias: 'O nome do registo é um alias (CNAME) de outro nome. Crie um registo TXT no lugar dele.',
    flood: 'O DNS respondeu com demasiados registos para este nome. Deixe só o registo abaixo.',
    unreachable: 'Nenhum servidor de DNS respondeu. Tente de novo dentro de alguns minutos.',
    no_resolver: 'Este portal não consulta o DNS. A equipa da plataforma confirma o domínio à mão.',
    taken: 'Outro parceiro já provou que este domínio é dele.',
  },
  warning: {
    refused: 'Outro parceiro provou que este domínio é dele. O seu pedido foi recusado.',
    gave_up: 'O registo TXT não apareceu em 30 dias. O portal deixou de procurar; ainda pode verificar à mão.',
    lost: 'O registo TXT que prova o domínio não foi encontrado. O domínio continua a funcionar; crie o registo outra vez.',
  },
  steps: {
    title: 'Prove que o domínio é seu',
    one: 'Abra a página do DNS onde o domínio está registado (Cloudflare, GoDaddy ou outro). Quem trata do site ou do e-mail da empresa tem acesso a ela.',
    two: 'Crie um registo do tipo TXT com este nome e este valor.',
    three: 'Aponte o próprio domínio para o portal, com um registo CNAME para {{host}}.',
    four: 'Volte aqui e verifique. O portal também verifica sozinho, de tempos a tempos.',
    keep: 'Deixe o registo no DNS: o portal confere-o uma vez por dia.',
    name: 'Nome do registo',
    value: 'Valor do registo',
  },
  check: {
    action: 'Verificar agora',
    verified: 'O domínio está verificado.',
    found: 'O registo TXT está lá.',
    next: 'Próxima verificação automática: {{date}}.',
  },
  mainAct: {
    action: 'Tornar principal',
    done: 'Este é agora o domínio principal.',
    text: 'O domínio principal é o endereço usado em e-mails e ligações.',
    tryFirst: 'Antes de o tornar principal, veja se já abre o portal.',
    open: 'Abrir {{host}}',
  },
  confirm: {
    action: 'Confirmar à mão',
    title: 'Confirmar {{host}} à mão',
    text: 'Só sem o DNS: garante que o domínio é do parceiro. O motivo fica na auditoria.',
    done: 'O domínio está confirmado.',
  },
  audit: {
    ...words.audit,
    checked: '{{actor}} mandou verificar o domínio {{target}}',
    verified: '{{actor}} verificou o domínio {{target}}',
    confirmed: '{{actor}} confirmou à mão o domínio {{target}}',
    main_set: '{{actor}} tornou principal o domínio {{target}}',
    refused: '{{actor}} recusou o domínio {{target}}, que outro parceiro provou',
    gave_up: '{{actor}} deixou de procurar o registo do domínio {{target}}',
    lost: '{{actor}} não encontrou o registo TXT do domínio {{target}}',
  },
} satisfies Phrases<typeof ptBR>
