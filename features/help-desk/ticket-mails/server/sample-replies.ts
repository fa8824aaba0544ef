// Replies as mail programs write them, in four languages: what the person wrote, and the form of the quote around it. The texts are made up.
import { replyLineIn } from './reply-lines.ts'

export type SampleReply = {
  /** Program and language. */
  name: string
  /** The text part, or the HTML of a mail without one. */
  text: string
  isHtml?: true
  /** The answer that people must read. */
  keeps: string
  /** What must not be in the answer. */
  cuts?: string
}

type Said = { pt: string; br: string; en: string; es: string }
const said: Said = {
  pt: 'Bom dia,\n\nO valor continua errado no ecrã de vendas.\n\nCumprimentos,\nRui',
  br: 'Oi, tudo bem?\n\nO total de março ainda está diferente do relatório.\n\nObrigada,\nAna',
  en: 'Hello,\n\nthe total for March is still different.\n\nThanks,\nAna',
  es: 'Hola:\n\nEl total de marzo sigue siendo distinto.\n\nUn saludo,\nAna',
}

const own = (line: string) => [
  line,
  '',
  'Norte',
  '',
  'Nova resposta no seu chamado',
  '',
  'Clara respondeu ao chamado #12 O total está errado.',
  '',
  'Abrir o chamado: http://norte.localhost/help_desk/1',
  '',
  '--',
  '',
  'Você recebeu este e-mail porque abriu o chamado.',
  '',
  'ref:tabcdefghijklmnopqrstuvwxyz234567',
]
const marked = (lines: readonly string[]) => lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n')
const quote = {
  br: own(replyLineIn['pt-BR']),
  en: own(replyLineIn['en-US']),
  es: own(replyLineIn.es),
  pt: own(replyLineIn['pt-PT']),
}
const cut = 'Clara respondeu'

/** `introduction`, then the quote with marks, as Gmail, Apple Mail and Thunderbird write it. */
const withMarks = (name: string, language: keyof Said, introduction: string): SampleReply => ({
  name,
  text: `${said[language]}\n\n${introduction}\n\n${marked(quote[language])}\n`,
  keeps: said[language],
  cuts: cut,
})

/** Headers, then the quote without marks, as Outlook and mobile programs write it. */
const withHeaders = (name: string, language: keyof Said, headers: string): SampleReply => ({
  name,
  text: `${said[language]}\n\n${headers}\n\n${quote[language].join('\n')}\n`,
  keeps: said[language],
  cuts: cut,
})

const withSignature = (name: string, language: keyof Said, signature: string, introduction: string): SampleReply => ({
  name,
  text: `${said[language]}\n\n${signature}\n\n${introduction}\n${marked(quote[language])}`,
  keeps: said[language],
  cuts: cut,
})

const from = 'Portal Norte <portal@vitrine.example>'

const html = (name: string, language: keyof Said, quoted: string): SampleReply => ({
  name,
  isHtml: true,
  text: `<html><head><style>p{margin:0}</style></head><body><div>${said[language].replaceAll('\n', '<br>')}</div>${quoted}</body></html>`,
  keeps: said[language],
  cuts: cut,
})

const quotedHtml = (language: keyof Said) => quote[language].map((line) => `<div>${line}</div>`).join('')

export const sampleReplies: readonly SampleReply[] = [
  // Gmail.
  withMarks('Gmail, pt-BR', 'br', `Em qui., 26 de nov. de 2026 às 10:15, ${from} escreveu:`),
  withMarks(
    'Gmail, pt-BR, over two lines',
    'br',
    'Em qui., 26 de nov. de 2026 às 10:15, Portal Norte <\nportal@vitrine.example> escreveu:',
  ),
  withMarks('Gmail, pt-PT', 'pt', `${from} escreveu (quinta, 26/11/2026 à(s) 10:15):`),
  withMarks(
    'Gmail, pt-PT, over two lines',
    'pt',
    'Portal Norte <portal@vitrine.example> escreveu (quinta, 26/11/2026\nà(s) 10:15):',
  ),
  withMarks('Gmail, pt-PT, long day', 'pt', `A quinta-feira, 26 de novembro de 2026, 10:15, ${from} escreveu:`),
  withMarks('Gmail, en-US', 'en', `On Thu, Nov 26, 2026 at 10:15 AM ${from} wrote:`),
  withMarks(
    'Gmail, en-US, over two lines',
    'en',
    'On Thu, Nov 26, 2026 at 10:15 AM Portal Norte <portal@vitrine.example>\nwrote:',
  ),
  withMarks('Gmail, en-GB', 'en', `On Thu, 26 Nov 2026 at 10:15, ${from} wrote:`),
  withMarks('Gmail, es', 'es', `El jue, 26 nov 2026 a las 10:15, ${from} escribió:`),
  withMarks(
    'Gmail, es, over two lines',
    'es',
    'El jue, 26 nov 2026 a las 10:15, Portal Norte (<portal@vitrine.example>)\nescribió:',
  ),
  // Outlook on the desktop.
  withHeaders(
    'Outlook desktop, pt-BR',
    'br',
    `De: ${from}\nEnviada em: quinta-feira, 26 de novembro de 2026 10:15\nPara: Ana Souza <ana@norte.example>\nAssunto: Nova resposta no seu chamado`,
  ),
  withHeaders(
    'Outlook desktop, pt-PT',
    'pt',
    `De: ${from}\nEnviada: 26 de novembro de 2026 10:15\nPara: Rui Lopes <rui@norte.example>\nAssunto: Nova resposta no seu pedido`,
  ),
  withHeaders(
    'Outlook desktop, pt-PT, short',
    'pt',
    `De: ${from} \nEnviado: quinta-feira, 26 de novembro de 2026 10:15\nPara: Rui Lopes\nAssunto: Nova resposta`,
  ),
  withHeaders(
    'Outlook desktop, en-US',
    'en',
    `From: ${from}\nSent: Thursday, November 26, 2026 10:15 AM\nTo: Ana Souza <ana@norte.example>\nSubject: New answer to your ticket`,
  ),
  withHeaders(
    'Outlook desktop, es',
    'es',
    `De: ${from}\nEnviado el: jueves, 26 de noviembre de 2026 10:15\nPara: Ana Souza <ana@norte.example>\nAsunto: Nueva respuesta a su ticket`,
  ),
  withHeaders(
    'Outlook desktop, bold headers',
    'en',
    `*From:* ${from}\n*Sent:* Thursday, November 26, 2026 10:15 AM\n*To:* Ana Souza\n*Subject:* New answer`,
  ),
  withHeaders(
    'Outlook desktop, pt-BR, old',
    'br',
    `-----Mensagem original-----\nDe: ${from}\nEnviada em: quinta-feira, 26 de novembro de 2026 10:15\nPara: Ana Souza\nAssunto: Nova resposta`,
  ),
  withHeaders(
    'Outlook desktop, en-US, old',
    'en',
    `-----Original Message-----\nFrom: ${from}\nSent: Thursday, November 26, 2026 10:15 AM\nTo: Ana Souza\nSubject: New answer`,
  ),
  withHeaders(
    'Outlook desktop, es, old',
    'es',
    `-----Mensaje original-----\nDe: ${from}\nEnviado el: jueves, 26 de noviembre de 2026 10:15\nPara: Ana Souza\nAsunto: Nueva respuesta`,
  ),
  // Outlook on the web.
  ...(['br', 'pt'] as const).map((language) =>
    withHeaders(
      `Outlook on the web, ${language}`,
      language,
      `________________________________\nDe: ${from}\nEnviado: quinta-feira, 26 de novembro de 2026 10:15\nPara: Ana Souza <ana@norte.example>\nAssunto: Nova resposta no seu chamado`,
    ),
  ),
  withHeaders(
    'Outlook on the web, en-US',
    'en',
    `________________________________\nFrom: ${from}\nSent: Thursday, November 26, 2026 10:15 AM\nTo: Ana Souza <ana@norte.example>\nSubject: New answer to your ticket`,
  ),
  withHeaders(
    'Outlook on the web, es',
    'es',
    `________________________________\nDe: ${from}\nEnviado: jueves, 26 de noviembre de 2026 10:15\nPara: Ana Souza <ana@norte.example>\nAsunto: Nueva respuesta`,
  ),
  // Outlook on a phone.
  withHeaders(
    'Outlook for iOS, pt-BR',
    'br',
    `Obter o Outlook para iOS<https://aka.example/o0ukef>\n________________________________\nDe: ${from}\nEnviado: Thursday, November 26, 2026 10:15:00 AM\nPara: Ana Souza <ana@norte.example>\nAssunto: Nova resposta`,
  ),
  withHeaders(
    'Outlook for Android, pt-PT',
    'pt',
    `Obter o Outlook para Android<https://aka.example/AAb9ysg>\n________________________________\nDe: ${from}\nEnviado: quinta-feira, novembro 26, 2026 10:15:00 AM\nPara: Rui Lopes\nAssunto: Nova resposta`,
  ),
  withHeaders(
    'Outlook for iOS, en-US',
    'en',
    `Get Outlook for iOS<https://aka.example/o0ukef>\n________________________________\nFrom: ${from}\nSent: Thursday, November 26, 2026 10:15:00 AM\nTo: Ana Souza\nSubject: New answer`,
  ),
  withHeaders(
    'Outlook for Android, es',
    'es',
    `Obtener Outlook para Android<https://aka.example/AAb9ysg>\n________________________________\nDe: ${from}\nEnviado: jueves, noviembre 26, 2026 10:15:00 a. m.\nPara: Ana Souza\nAsunto: Nueva respuesta`,
  ),
  withHeaders(
    'Mail for Windows, pt-BR',
    'br',
    `Enviado do Email para Windows\n\nDe: Portal Norte\nEnviado:quinta-feira, 26 de novembro de 2026 10:15\nPara: Ana Souza\nAssunto: Nova resposta`,
  ),
  withHeaders(
    'Mail for Windows, en-US',
    'en',
    `Sent from Mail for Windows\n\nFrom: Portal Norte\nSent: Thursday, November 26, 2026 10:15 AM\nTo: Ana Souza\nSubject: New answer`,
  ),
  // Apple Mail and iPhone.
  withMarks('Apple Mail, pt-BR', 'br', `Em 26 de nov. de 2026, à(s) 10:15, ${from} escreveu:`),
  withMarks('Apple Mail, pt-PT', 'pt', `No dia 26/11/2026, às 10:15, ${from} escreveu:`),
  withMarks('Apple Mail, en-US', 'en', `On Nov 26, 2026, at 10:15 AM, ${from} wrote:`),
  withMarks('Apple Mail, es', 'es', `El 26 nov 2026, a las 10:15, ${from} escribió:`),
  withSignature('iPhone, pt-BR', 'br', 'Enviado do meu iPhone', `Em 26 de nov. de 2026, à(s) 10:15, ${from} escreveu:`),
  withSignature('iPhone, pt-PT', 'pt', 'Enviado do meu iPhone', `No dia 26/11/2026, às 10:15, ${from} escreveu:\n`),
  withSignature(
    'iPad, pt-PT',
    'pt',
    'Enviado a partir do meu iPad',
    `${from} escreveu (quinta, 26/11/2026 à(s) 10:15):\n`,
  ),
  withSignature('iPhone, en-US', 'en', 'Sent from my iPhone', `On Nov 26, 2026, at 10:15 AM, ${from} wrote:\n`),
  withSignature('iPhone, es', 'es', 'Enviado desde mi iPhone', `El 26 nov 2026, a las 10:15, ${from} escribió:\n`),
  // Thunderbird.
  withMarks('Thunderbird, pt-BR', 'br', 'Em 26/11/2026 10:15, Portal Norte escreveu:'),
  withMarks('Thunderbird, pt-PT', 'pt', 'Às 10:15 de 26/11/2026, Portal Norte escreveu:'),
  withMarks('Thunderbird, en-US', 'en', 'On 11/26/26 10:15, Portal Norte wrote:'),
  withMarks('Thunderbird, es', 'es', 'El 26/11/26 a las 10:15, Portal Norte escribió:'),
  withSignature(
    'Thunderbird, signature, pt-BR',
    'br',
    '-- \nAna Souza\nControladoria, Norte',
    'Em 26/11/2026 10:15, Portal Norte escreveu:',
  ),
  // Yahoo: the quote has no marks.
  withHeaders('Yahoo, pt-BR', 'br', `    Em quinta-feira, 26 de novembro de 2026 às 10:15:00 BRT, ${from} escreveu:`),
  withHeaders('Yahoo, en-US', 'en', `    On Thursday, November 26, 2026 at 10:15:00 AM EST, ${from} wrote:`),
  withHeaders('Yahoo, es', 'es', `    El jueves, 26 de noviembre de 2026, 10:15:00 CET, ${from} escribió:`),
  withHeaders(
    'Yahoo for Android, pt-BR',
    'br',
    `Enviado do Yahoo Mail no Android\n\n  Em qui., 26 26e nov. 26e 2026 às 10:15, Portal Norte<portal@vitrine.example> escreveu:`,
  ),
  // Samsung.
  withHeaders(
    'Samsung, pt-BR',
    'br',
    `Enviado do meu Galaxy\n\n-------- Mensagem original --------\nDe: ${from} \nData: 26/11/2026 10:15 (GMT-03:00) \nPara: ana@norte.example \nAssunto: Nova resposta `,
  ),
  withHeaders(
    'Samsung, pt-PT',
    'pt',
    `Enviado do meu smartphone Samsung Galaxy.\n\n-------- Mensagem original --------\nDe: ${from}\nData: 26/11/26 10:15 (GMT+00:00)\nPara: rui@norte.example\nAssunto: Nova resposta`,
  ),
  withHeaders(
    'Samsung, en-US',
    'en',
    `Sent from my Galaxy\n\n-------- Original message --------\nFrom: ${from}\nDate: 11/26/26 10:15 (GMT-05:00)\nTo: ana@norte.example\nSubject: New answer`,
  ),
  withHeaders(
    'Samsung, es',
    'es',
    `Enviado desde mi Galaxy\n\n-------- Mensaje original --------\nDe: ${from}\nFecha: 26/11/26 10:15 (GMT+01:00)\nPara: ana@norte.example\nAsunto: Nueva respuesta`,
  ),
  // HTML without a text part.
  html(
    'Gmail as HTML, pt-BR',
    'br',
    `<br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">Em qui., 26 de nov. de 2026 às 10:15, Portal Norte &lt;<a href="mailto:portal@vitrine.example">portal@vitrine.example</a>&gt; escreveu:<br></div><blockquote class="gmail_quote">${quotedHtml('br')}</blockquote></div>`,
  ),
  html(
    'Outlook as HTML, pt-PT',
    'pt',
    `<div style="border-top:solid #E1E1E1 1.0pt"><p><b>De:</b> Portal Norte &lt;portal@vitrine.example&gt;<br><b>Enviada:</b> 26 de novembro de 2026 10:15<br><b>Para:</b> Rui Lopes<br><b>Assunto:</b> Nova resposta</p></div>${quotedHtml('pt')}`,
  ),
  html(
    'Outlook on the web as HTML, en-US',
    'en',
    `<hr><div id="divRplyFwdMsg"><b>From:</b> Portal Norte &lt;portal@vitrine.example&gt;<br><b>Sent:</b> Thursday, November 26, 2026 10:15 AM<br><b>To:</b> Ana Souza<br><b>Subject:</b> New answer</div>${quotedHtml('en')}`,
  ),
  html(
    'Apple Mail as HTML, es',
    'es',
    `<div><br><blockquote type="cite"><div>El 26 nov 2026, a las 10:15, Portal Norte &lt;portal@vitrine.example&gt; escribió:</div><br>${quotedHtml('es')}</blockquote></div>`,
  ),
  // Only the line of our mails tells where the quote begins.
  ...(['br', 'en', 'es', 'pt'] as const).map((language): SampleReply => ({
    name: `an unknown program, ${language}`,
    text: `${said[language]}\n\n${quote[language].join('\n')}`,
    keeps: said[language],
    cuts: cut,
  })),
  { name: 'quote alone below', text: `${said.en}\n${marked(quote.en)}`, keeps: said.en, cuts: cut },
  { name: 'no quote', text: said.br, keeps: said.br },
  { name: 'no quote, with the line of a phone', text: `${said.br}\n\nEnviado do meu iPhone`, keeps: said.br },
  {
    name: 'one word',
    text: `Ok\n\nEm qui., 26 de nov. de 2026 às 10:15, ${from} escreveu:\n\n${marked(quote.br)}`,
    keeps: 'Ok',
    cuts: cut,
  },
  {
    name: 'answer below the quote',
    text: `Em 26/11/2026 10:15, Portal Norte escreveu:\n${marked(quote.br)}\n\n${said.br}`,
    keeps: said.br,
    cuts: cut,
  },
  {
    name: 'answers between quotes',
    text: `Em 26/11/2026 10:15, Portal Norte escreveu:\n> O valor está errado?\n\nSim, está errado.\n\n> Em qual mês?\n\nEm março.\n`,
    keeps: `Em 26/11/2026 10:15, Portal Norte escreveu:\n> O valor está errado?\n\nSim, está errado.\n\n> Em qual mês?\n\nEm março.`,
  },
  {
    name: 'answers between quotes, short',
    text: 'Oi\n\n> valor errado\nsim, está errado\n> outro\nnão',
    keeps: 'Oi\n\n> valor errado\nsim, está errado\n> outro\nnão',
  },
  {
    name: 'answers inside of a quote of Outlook',
    text: `Respostas abaixo, em vermelho.\n\nDe: ${from}\nEnviada em: quinta-feira, 26 de novembro de 2026 10:15\nPara: Ana Souza\nAssunto: Nova resposta\n\nO valor está errado?\nSim, está errado.`,
    keeps: `Respostas abaixo, em vermelho.\n\nDe: ${from}\nEnviada em: quinta-feira, 26 de novembro de 2026 10:15\nPara: Ana Souza\nAssunto: Nova resposta\n\nO valor está errado?\nSim, está errado.`,
  },
  {
    name: 'a list with "De:" in the text',
    text: 'O período é\nDe: 01/11\nAté: 30/11\n\nObrigado',
    keeps: 'O período é\nDe: 01/11\nAté: 30/11\n\nObrigado',
  },
  {
    name: 'a sentence that ends with "escreveu:"',
    text: 'No relatório de 2026 alguém escreveu:\n\ntotal 12\n\nIsso está certo?',
    keeps: 'No relatório de 2026 alguém escreveu:\n\ntotal 12\n\nIsso está certo?',
  },
  {
    name: 'a line of dashes in the text',
    text: 'Linhas:\n\n-----------\nTotal 12\n-----------\n\nConfere?',
    keeps: 'Linhas:\n\n-----------\nTotal 12\n-----------\n\nConfere?',
  },
  { name: 'nothing but a quote', text: '> Tudo certo?\n> Sim', keeps: '> Tudo certo?\n> Sim' },
]
