// The layout of every mail: one column, at most one button, no pictures and no external resources. Text and HTML have the same content.

export type MailWords = {
  language: string
  title: string
  paragraphs: string[]
  action?: { label: string; url: string }
  /** Why the person receives the mail. */
  footer: string
}

export function layOut({ language, title, paragraphs, action, footer }: MailWords): { text: string; html: string } {
  const text = [title, ...paragraphs, ...(action ? [`${action.label}: ${action.url}`] : []), '--', footer].join('\n\n')
  const button = action
    ? `<p style="margin:24px 0"><a href="${escaped(action.url)}" style="background:#1c4e80;border-radius:6px;color:#fff;display:inline-block;padding:10px 18px;text-decoration:none">${escaped(action.label)}</a></p>`
    : ''
  const html = `<!doctype html><html lang="${escaped(language)}"><head><meta charset="utf-8"><title>${escaped(title)}</title></head>
<body style="background:#f4f5f7;color:#1d2733;font:16px/1.5 system-ui,sans-serif;margin:0;padding:24px">
<div style="background:#fff;border-radius:8px;margin:0 auto;max-width:560px;padding:28px">
<h1 style="font-size:20px;margin:0 0 16px">${escaped(title)}</h1>
${paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`).join('\n')}
${button}
<p style="border-top:1px solid #e3e6ea;color:#5b6673;font-size:13px;margin:24px 0 0;padding-top:14px">${escaped(footer)}</p>
</div></body></html>`
  return { text, html }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (value: string) => value.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
