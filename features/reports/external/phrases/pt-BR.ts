import { noun } from '#catalogue/phrases/grammar/pt-BR.ts'

const nounPhrases = noun('relatório externo', 'm')

export default {
  ...nounPhrases,
  audit: { ...nounPhrases.audit, hosts_updated: '{{actor}} alterou os servidores liberados dos relatórios externos' },
  synonyms: 'links, páginas da web, URL, iframe, Looker, Tableau',
  title: 'Relatórios externos',
  purpose: 'Páginas https de outros servidores, mostradas numa moldura isolada.',
  empty: 'Libere primeiro um servidor e adicione depois o endereço do relatório.',
  open: 'Abrir',
  back: 'Todos os relatórios',
  from: 'Página de {{host}}',
  frame: {
    late: 'Esta página ainda não abriu',
    lateText: 'O servidor dela não respondeu. Abra a página em outra aba, ou tente mais tarde.',
    hint: 'Nada aparece? Alguns servidores não deixam mostrar as páginas deles aqui.',
    open: 'Abrir em nova aba',
  },
  grantees: '{{people}} pessoas, {{groups}} grupos',
  field: {
    name: 'Nome',
    description: 'Descrição',
    address: 'Endereço',
    people: 'Liberado para',
    groups: 'Grupos',
    hosts: 'Servidores',
  },
  help: {
    address: 'Um endereço https de um servidor liberado, sem porta.',
  },
  hosts: {
    open: 'Servidores liberados',
    title: 'Servidores liberados',
    label: 'Servidores',
    help: 'Só páginas destes servidores podem ser mostradas. Um subdomínio é outro servidor.',
    wrong: '“{{entry}}” não é um nome de servidor',
  },
  section: {
    whatText: 'A página vê o próprio servidor dela, e nada do portal.',
    who: 'Quem pode abrir',
    whoText: 'Pessoas e grupos. Quem gere relatórios abre todos.',
  },
}
