// The sample values of the variables in previews and test mails, in the language of the mail.
import type { Language } from '#catalogue/languages.ts'
import { makeLocalTime } from '#platform/contract/local-time.ts'
import type { Values } from './rules.ts'

/** Sample values that all languages share: names and days. */
const common = {
  name: 'Ana Lima',
  person: 'Bruno Reis',
  ticket: '#1042',
  into: '#1041',
  day: '31/12/2026',
  entry: 'Vitrine 2026.12',
  term: 'LGPD',
  bill: '42',
  month: '12/2026',
  amount: 'R$ 1.990,00',
  domain: 'bi.empresa.example',
  client: 'Vale Verde',
  people: '80',
  limit: '100',
  key: 'ERP',
  webhook: 'ERP',
  days: '5',
}

const samples: Record<Language, Values> = {
  'pt-BR': {
    report: 'Vendas 2026',
    dataset: 'Vendas',
    task: 'Estoque < 10',
    export: 'Vendas de segunda-feira',
    title: 'Vendas 2026',
    reason: 'Preciso dos números para a reunião de segunda-feira.',
    text: 'O relatório volta com os números de dezembro.',
    event: 'Em 31/12/2026 o seu acesso será bloqueado. Para mantê-lo, basta entrar antes desse dia.',
    content: 'Os números de dezembro já estão no relatório de vendas.',
  },
  'en-US': {
    report: 'Sales 2026',
    dataset: 'Sales',
    task: 'Stock < 10',
    export: 'Sales on Mondays',
    title: 'Sales 2026',
    reason: 'I need the figures for the meeting on Monday.',
    text: 'The report comes back with the figures of December.',
    event: 'On 31/12/2026 your access will be blocked. To keep it, sign in before that day.',
    content: 'The figures of December are in the sales report.',
  },
  es: {
    report: 'Ventas 2026',
    dataset: 'Ventas',
    task: 'Existencias < 10',
    export: 'Ventas del lunes',
    title: 'Ventas 2026',
    reason: 'Necesito las cifras para la reunión del lunes.',
    text: 'El informe vuelve con las cifras de diciembre.',
    event: 'El 31/12/2026 se bloqueará su acceso. Para conservarlo, basta con entrar antes de ese día.',
    content: 'Las cifras de diciembre ya están en el informe de ventas.',
  },
  'pt-PT': {
    report: 'Vendas 2026',
    dataset: 'Vendas',
    task: 'Stock < 10',
    export: 'Vendas à segunda-feira',
    title: 'Vendas 2026',
    reason: 'Preciso dos números para a reunião de segunda-feira.',
    text: 'O relatório volta com os números de dezembro.',
    event: 'Em 31/12/2026 o seu acesso será bloqueado. Para o manter, basta entrar antes desse dia.',
    content: 'Os números de dezembro já estão no relatório de vendas.',
  },
}

/** Returns the hours of a maintenance window, in the format of its announcement. */
function hoursIn(language: Language): Values {
  const { dateTime } = makeLocalTime(language, 'UTC')
  return { from: dateTime(new Date('2026-12-31T22:00Z')), to: dateTime(new Date('2026-12-31T23:30Z')) }
}

/** Returns the sample values in a language, without `unit`, which the mail supplies. `content` stands for the text of a person. */
export const samplesIn = (language: Language): Values & { content: string } => ({
  content: '',
  ...common,
  ...hoursIn(language),
  ...samples[language],
})
