import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  skip: 'Saltar para o conteúdo',
  skipToNavigation: 'Ir para o menu',
  bar: 'Barra superior',
  search: 'Pesquisa',
  content: 'Conteúdo',
  navigation: 'Navegação principal',
  openNavigation: 'Abrir o menu',
  closeNavigation: 'Fechar o menu',
  collapse: 'Recolher o menu',
  expand: 'Expandir o menu',
  section: { read: 'Leitura', manage: 'Gestão', organisation: 'Organização', platform: 'Plataforma' },
  week: {
    from: 'Das',
    to: 'Às',
    nextDay: 'no dia seguinte',
    add: 'Horário',
    addTo: 'Adicionar horário: {{day}}',
    remove: 'Retirar {{day}}, {{from}}–{{to}}',
  },
  times: { one: 'Horário', add: 'Adicionar uma hora', remove: 'Retirar {{time}}' },
  language: 'Língua',
  scheme: { label: 'Aspeto', light: 'Claro', dark: 'Escuro', auto: 'Igual ao sistema' },
  profile: {
    menu: 'A sua conta',
    a2m: 'Operação da plataforma',
    master: 'Parceiro',
    admin: 'Administrador',
    user: 'Leitor',
  },
  unit: 'Unidade de negócio',
  account: 'A minha conta',
  signOut: 'Terminar sessão',
  unavailable: 'O serviço não está disponível neste momento. Tente novamente dentro de instantes.',
  notifications: 'Avisos',
  refused: {
    text: 'Não tem permissão para aceder a esta página',
    advice: 'Se precisar dela, peça-a a quem gere o seu acesso.',
  },
} satisfies Phrases<typeof ptBR>
