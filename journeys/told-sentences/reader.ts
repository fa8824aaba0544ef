// Reads pages in one language, and compares them with the sentences.
import { expect, type Page } from '@playwright/test'
import { people } from '../portal.ts'
import { type Place, said } from './all.ts'
import type { Sentence } from './in-languages.ts'

/** A language with the person who is greeted in it, and the window of the pages that everybody sees. */
export const speakers = [
  { language: 'pt-BR', who: people.seller, width: 1280, colorScheme: 'light' },
  { language: 'en-US', who: people.otherSeller, width: 1280, colorScheme: 'dark' },
  { language: 'es', who: people.manager, width: 390, colorScheme: 'dark' },
  { language: 'pt-PT', who: people.reader, width: 390, colorScheme: 'dark' },
] as const

/** What a person reads or hears on the page, with the choices of closed lists. */
const wordsOn = (page: Page) =>
  page.evaluate(() => {
    const named = ['aria-label', 'placeholder'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? ''),
    )
    const choices = [...document.querySelectorAll('option')].map(({ text }) => text)
    const toasts = (globalThis as { toasts?: string[] }).toasts ?? []
    return [document.body.innerText, ...choices, ...named, ...toasts].join('\n').replaceAll(/[\u00A0\u202F]/g, ' ')
  })

/** Remembers the toasts of each page load: one may vanish before everything else on the page is there. */
export const keepToasts = (page: Page) =>
  page.addInitScript(() => {
    const toasts: string[] = []
    Object.assign(globalThis, { toasts })
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof HTMLElement && node.closest('.mantine-Notifications-root')) toasts.push(node.innerText)
    }).observe(document, { childList: true, subtree: true })
  })

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
const isSaid = (words: string, text: string) =>
  new RegExp(String.raw`(?<![\p{L}\d])${escaped(text)}(?![\p{L}\d])`, 'u').test(words)

/** Reads the pages in one language, and remembers the places whose sentences were found. */
export function reader(language: (typeof speakers)[number]['language']) {
  const at = speakers.findIndex((speaker) => speaker.language === language)
  const text = (sentence: Sentence) => sentence[at] ?? ''
  const found = new Set<Place>()
  const says = async (page: Page, ...places: Place[]) => {
    for (const place of places) {
      const expected = Object.values<Sentence>(said[place]).map(text)
      const missing = async () => {
        const words = await wordsOn(page)
        return expected.filter((each) => !isSaid(words, each))
      }
      await expect.poll(missing, { message: `${place} in ${language}` }).toEqual([])
      found.add(place)
    }
  }
  /** Shows a page of the application in this language, without a page load. */
  const show = async (page: Page, path: string) => {
    await page.evaluate((to) => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
  }
  /** Sets the language of this browser, and leaves what was typed. */
  const speak = async (page: Page) => {
    await page.evaluate((value) => localStorage.setItem('language', value), language)
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.getByRole('heading').first()).toBeVisible()
  }
  const press = (page: Page, sentence: Sentence) =>
    page
      .getByRole('button', { name: text(sentence), exact: true })
      .first()
      .click()
  return { language, text, found, says, show, speak, press }
}

export type Reader = ReturnType<typeof reader>
