// Texts with scripts in Chromium, without a content security policy: only the cleaning of HTML prevents that the scripts run.
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { layOut } from '#platform/server/mail/layout.ts'
import { cleanHtml } from '#platform/server/html/clean.ts'
import { hostileHtml } from '#platform/server/html/testing/hostile-html.ts'
import { pageWithScript } from '#testing/browser-page.ts'
import type { RichPage } from './testing/rich-text-page.tsx'

const tests = pageWithScript(join(import.meta.dirname, 'testing/rich-text-page.tsx'))

type Way = 'portal' | 'dialog' | 'raw'

/** Shows each text and clicks and hovers over it like a person. Returns the texts that ran a script. */
async function thatRan(page: Page, texts: readonly string[], way: Way): Promise<string[]> {
  return page.evaluate(
    async ([all, how]) => {
      const own = globalThis as typeof globalThis & RichPage
      const ran: string[] = []
      const box = document.createElement('div')
      document.body.append(box)
      for (const text of all) {
        own.fired = 0
        if (how === 'raw') box.innerHTML = text
        else if (how === 'dialog') own.showInDialog(text)
        else own.show(text)
        for (const element of document.body.querySelectorAll('div *')) {
          for (const kind of ['mouseover', 'mouseenter', 'pointerenter', 'focus', 'toggle', 'animationstart'])
            element.dispatchEvent(new Event(kind, { bubbles: true }))
          if (element instanceof HTMLElement && element.closest('form') === null) {
            element.addEventListener('click', (event) => {
              const link = element.closest('a')
              if (link === null || !/^javascript:/i.test(link.href)) event.preventDefault()
            })
            element.click()
          }
        }
        // Failed pictures and addresses with scripts run in later tasks.
        await new Promise((resolve) => setTimeout(resolve, 15))
        if (own.fired > 0) ran.push(text)
      }
      return ran
    },
    [texts, way] as const,
  )
}

describe('rich texts in Chromium', () => {
  it('U3: the fragments are hostile: most run where nothing is cleaned', async () => {
    const ran = await thatRan(await tests.open(), hostileHtml, 'raw')
    expect(ran.length).toBeGreaterThan(50)
  })

  it('U3: none of the cleaned fragments runs, even as plain markup of a page or a mail', async () => {
    expect(await thatRan(await tests.open(), hostileHtml.map(cleanHtml), 'raw')).toEqual([])
  })

  it('U3: none of the fragments runs where the portal shows it, even if it was stored without cleaning', async () => {
    expect(await thatRan(await tests.open(), hostileHtml, 'portal')).toEqual([])
  })

  it('U3: none of the fragments runs in the dialogs of notices, terms and broadcasts, even if it was stored without cleaning', async () => {
    expect(await thatRan(await tests.open(), hostileHtml, 'dialog')).toEqual([])
  })

  it('U3: none of the cleaned fragments runs in the page of a mail, even without the sandbox of its frame', async () => {
    const page = await tests.open()
    expect(await thatRanInMails(page, ['<img src=x onerror=fire()>'])).toHaveLength(1)
    expect(await thatRanInMails(page, hostileHtml.map(cleanHtml))).toEqual([])
  })
})

/** Shows each text in a mail of its own. Returns the texts that ran a script, which calls `fire` of the page. */
async function thatRanInMails(page: Page, texts: readonly string[]): Promise<string[]> {
  const laidOut = texts.map((html) => {
    const mail = layOut({
      language: 'pt-BR',
      title: 'Aviso',
      paragraphs: [],
      content: { html, text: 'x' },
      footer: 'x',
    })
    return [html, mail.html.replace('<head>', '<head><script>fire = () => top.fire()</script>')] as const
  })
  return page.evaluate(async (mails) => {
    const own = globalThis as typeof globalThis & RichPage
    const ran: string[] = []
    for (const [text, html] of mails) {
      own.fired = 0
      const frame = document.createElement('iframe')
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
      frame.srcdoc = html
      document.body.append(frame)
      await loaded
      for (const element of frame.contentDocument?.querySelectorAll('.card *') ?? [])
        for (const kind of ['mouseover', 'pointerenter', 'focus', 'toggle', 'animationstart'])
          element.dispatchEvent(new Event(kind, { bubbles: true }))
      await new Promise((resolve) => setTimeout(resolve, 15))
      if (own.fired > 0) ran.push(text)
      frame.remove()
    }
    return ran
  }, laidOut)
}

it('finds the words of a text, and neither its markup nor words that two blocks would make', async () => {
  const page = await tests.open()
  const words = await page.evaluate(() =>
    [
      '<h2>Como entrar</h2><p>Clique em <b>Ent</b>rar&nbsp;agora.<br>Depois, a senha.</p><ul><li><p>um</p></li><li>dois</li></ul>',
      '<p>a &lt;strong&gt; &amp; b</p>',
      'Sem marcação',
      '<img src="x" onerror="fire()"><p>fim</p>',
    ].map((html) => (globalThis as typeof globalThis & RichPage).words(html)),
  )
  expect(words).toEqual([
    'Como entrar Clique em Entrar agora. Depois, a senha. um dois',
    'a <strong> & b',
    'Sem marcação',
    'fim',
  ])
  expect(await page.evaluate(() => (globalThis as typeof globalThis & RichPage).fired)).toBe(0)
})
