import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/es.ts'
import type ptBR from './pt-BR.ts'

const nounPhrases = noun('informe externo', 'm')

export default {
  ...nounPhrases,
  audit: {
    ...nounPhrases.audit,
    hosts_updated: '{{actor}} cambió los servidores autorizados de los informes externos',
  },
  synonyms: 'enlaces, páginas web, URL, iframe, Looker, Tableau',
  title: 'Informes externos',
  purpose: 'Páginas https de otros servidores, mostradas en un marco aislado.',
  empty: 'Autorice primero un servidor y agregue después la dirección del informe.',
  open: 'Abrir',
  back: 'Todos los informes',
  from: 'Página de {{host}}',
  frame: {
    late: 'Esta página todavía no se abrió',
    lateText: 'Su servidor no respondió. Abra la página en otra pestaña, o inténtelo más tarde.',
    hint: '¿No aparece nada? Algunos servidores no permiten mostrar sus páginas aquí.',
    open: 'Abrir en otra pestaña',
  },
  grantees: '{{people}} personas, {{groups}} grupos',
  field: {
    name: 'Nombre',
    description: 'Descripción',
    address: 'Dirección',
    people: 'Concedido a',
    groups: 'Grupos',
    hosts: 'Servidores',
  },
  help: {
    address: 'Una dirección https de un servidor autorizado, sin puerto.',
  },
  hosts: {
    open: 'Servidores autorizados',
    title: 'Servidores autorizados',
    label: 'Servidores',
    help: 'Solo se pueden mostrar páginas de estos servidores. Un subdominio es otro servidor.',
    wrong: '“{{entry}}” no es un nombre de servidor',
  },
  section: {
    whatText: 'La página ve su propio servidor, y nada del portal.',
    who: 'Quién puede abrirlo',
    whoText: 'Personas y grupos. Quien gestiona informes abre todos.',
  },
} satisfies Phrases<typeof ptBR>
