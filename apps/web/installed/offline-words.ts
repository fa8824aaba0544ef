// The words of the offline page. It has no phrases of the portal, which would be a hundred times its size.
import type { Language } from '#catalogue/languages.ts'

type Words = { title: string; text: string; retry: string; reports: string; none: string }

export const offlineWords: Record<Language, Words> = {
  'pt-BR': {
    title: 'Você está sem conexão',
    text: 'Os relatórios abrem quando a conexão voltar.',
    retry: 'Tentar de novo',
    reports: 'Seus relatórios',
    none: 'Entre no portal com conexão para ver aqui os nomes dos seus relatórios.',
  },
  'en-US': {
    title: 'You are offline',
    text: 'Reports open when the connection is back.',
    retry: 'Try again',
    reports: 'Your reports',
    none: 'Sign in to the portal with a connection to see the names of your reports here.',
  },
  es: {
    title: 'Está sin conexión',
    text: 'Los informes se abren cuando vuelva la conexión.',
    retry: 'Intentar de nuevo',
    reports: 'Sus informes',
    none: 'Entre en el portal con conexión para ver aquí los nombres de sus informes.',
  },
  'pt-PT': {
    title: 'Está sem ligação',
    text: 'Os relatórios abrem quando a ligação voltar.',
    retry: 'Tentar novamente',
    reports: 'Os seus relatórios',
    none: 'Inicie sessão no portal com ligação para ver aqui os nomes dos seus relatórios.',
  },
}
