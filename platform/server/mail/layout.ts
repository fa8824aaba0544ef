// The layout of every mail: one column, at most one button, no pictures and no external resources. Text and HTML have the same content.
// It has the name and the colour of the business unit, and colours for a dark screen.

export type Brand = {
  name: string
  /** Six hexadecimal digits; null: the product's. */
  colour: string | null
}

export type MailContent = {
  language: string
  title: string
  paragraphs: string[]
  /** Cleaned HTML and its text, after the paragraphs. */
  content?: { html: string; text: string }
  action?: { label: string; url: string }
  /** How a reply becomes an answer: a line above which people write, and a mark that a quote of the mail keeps. */
  reply?: { line: string; mark: string } | undefined
  /** Why the person receives the mail. */
  footer: string
  brand?: Brand | null
  /** The link that ends the mails of this kind; absent for a mandatory mail. */
  unsubscribe?: { label: string; url: string } | undefined
  /** The link that pauses messages like this one; absent: there is none. */
  pause?: { label: string; url: string } | undefined
}

/** The colour of a mail whose business unit has no own colour. */
export const productColour = '#0f766e'

export function layOut(mail: MailContent): { text: string; html: string } {
  const { language, title, paragraphs, content, action, footer, brand, unsubscribe, reply, pause } = mail
  const ends = [pause, unsubscribe].filter((link) => link !== undefined)
  const text = [
    ...(reply ? [reply.line] : []),
    ...(brand ? [brand.name] : []),
    title,
    ...paragraphs,
    ...(content ? [content.text] : []),
    ...(action ? [`${action.label}: ${action.url}`] : []),
    '--',
    footer,
    ...ends.map(({ label, url }) => `${label}: ${url}`),
    ...(reply ? [reply.mark] : []),
  ].join('\n\n')
  const colour = brand?.colour ?? productColour
  const html = `<!doctype html><html lang="${escaped(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(title)}</title><style>${darkStyles}</style></head>
<body class="page" style="background:#f4f2ec;color:#1b1f2a;font:16px/1.5 system-ui,sans-serif;margin:0;padding:24px 12px">
<div class="card" style="background:#fff;border-radius:10px;border-top:4px solid ${colour};margin:0 auto;max-width:560px;padding:28px;overflow-wrap:anywhere">
${reply ? `<p class="quiet" style="color:#5c6270;font-size:12px;margin:0 0 16px">${escaped(reply.line)}</p>` : ''}
${brand ? `<p class="quiet" style="color:#5c6270;font-size:14px;font-weight:600;margin:0 0 20px">${escaped(brand.name)}</p>` : ''}
<h1 style="font-size:20px;line-height:1.3;margin:0 0 16px">${escaped(title)}</h1>
${paragraphs.map((paragraph) => `<p>${escaped(paragraph).replaceAll('\n', '<br>')}</p>`).join('\n')}
${content?.html ?? ''}
${action ? button(action, colour) : ''}
<p class="quiet" style="border-top:1px solid #e6e2da;color:#5c6270;font-size:13px;margin:24px 0 0;padding-top:14px">${escaped(footer)}${ends
    .map(({ label, url }) => `<br><a class="quiet" href="${escaped(url)}" style="color:#5c6270">${escaped(label)}</a>`)
    .join(
      '',
    )}${reply ? `<br><span style="font-size:1px;line-height:1px;color:transparent">${escaped(reply.mark)}</span>` : ''}</p>
</div></body></html>`
  return { text, html }
}

/** A mail client without support shows the light colours. */
const darkStyles =
  '@media (prefers-color-scheme:dark){.page{background:#11141a!important;color:#edece7!important}.card{background:#191d25!important;color:#edece7!important}.quiet{color:#a3a8b4!important;border-color:#2a303c!important}.card a:not(.button){color:#5cc9bc}}'

/** A link that looks like a button; a text in it is readable on any colour. */
export const button = ({ label, url }: { label: string; url: string }, colour: string): string =>
  `<p style="margin:24px 0"><a class="button" href="${escaped(url)}" style="background:${colour};border-radius:6px;color:${textOn(colour)};display:inline-block;font-weight:600;padding:11px 20px;text-decoration:none">${escaped(label)}</a></p>`

/** Black or white, whichever has more contrast (WCAG 2.2, relative luminance). */
function textOn(colour: string): string {
  const channel = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  const luminance = 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
  return luminance > 0.179 ? '#000' : '#fff'
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escaped = (value: string) => value.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
