import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/pt-PT.ts'
import type ptBR from './pt-BR.ts'

const nounPhrases = noun('relatório externo', 'm')

export default {
  ...nounPhrases,
  audit: { ...nounPhrases.audit, hosts_updated: '{{actor}} alterou os servidores autorizados dos relatórios externos' },
  synonyms: 'ligações, páginas web, URL, iframe, Looker, Tableau',
  title: 'Relatórios externos',
  purpose: 'Páginas https de outros servidores, mostradas numa moldura isolada.',
  empty: 'Autorize primeiro um servidor e adicione depois o endereço do relatório.',
  open: 'Abrir',
  back: 'Todos os relatórios',
  from: 'Página de {{host}}',
  frame: {
    late: 'Esta página ainda não abriu',
    lateText: 'O servidor dela não respondeu. Abra a página noutro separador, ou tente mais tarde.',
    hint: 'Não aparece nada? Alguns servidores não deixam mostrar aqui as suas páginas.',
    open: 'Abrir num novo separador',
  },
  grantees: '{{people}} pessoas, {{groups}} grupos',
  field: {
    name: 'Nome',
    description: 'Descrição',
    address: 'Endereço',
    people: 'Concedido a',
    groups: 'Grupos',
    hosts: 'Servidores',
  },
  help: {
    address: 'Um endereço https de um servidor autorizado, sem porta.',
  },
  hosts: {
    open: 'Servidores autorizados',
    title: 'Servidores autorizados',
    label: 'Servidores',
    help: 'Só páginas destes servidores podem ser mostradas. Um subdomínio é outro servidor.',
    wrong: '“{{entry}}” não é um nome de servidor',
  },
  section: {
    whatText: 'A página vê o seu próprio servidor, e nada do portal.',
    who: 'Quem pode abrir',
    whoText: 'Pessoas e grupos. Quem gere relatórios abre todos.',
  },
} satisfies Phrases<typeof ptBR>
