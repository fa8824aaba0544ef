// Selects the language of the viewer's phrases and the locale of its numbers. The embedding page sets both.
import type { Writing } from '../format/format-value.ts'
import { enUs } from './en-us.ts'
import { es } from './es.ts'
import { ptBr, type Phrases } from './pt-br.ts'
import { ptPt } from './pt-pt.ts'

export type { Phrases }
/** Phrases and formatting in one language. `say` fills the `{placeholders}` of a phrase. */
export type Speech = {
  language: string
  phrases: Phrases
  writing: Writing
  say: (key: keyof Phrases, holes?: Holes) => string
}
export type Holes = Record<string, string | number>

const LANGUAGES: Readonly<Record<string, Phrases>> = { 'pt-BR': ptBr, 'en-US': enUs, es, 'pt-PT': ptPt }

/** Selects phrases by `language` and number format by `formatLocale` (default: the language). The fallback is pt-BR. */
export function createSpeech(language: string | null, formatLocale: string | null): Speech {
  const chosen = pickLanguage(language)
  const phrases = LANGUAGES[chosen] ?? ptBr
  const writing = {
    locale: pickLocale(formatLocale, language, chosen),
    blank: phrases.blank,
    yes: phrases.yes,
    no: phrases.no,
  }
  return {
    language: chosen,
    phrases,
    writing,
    say: (key, holes = {}) => phrases[key].replace(/\{(\w+)\}/g, (_, hole: string) => String(holes[hole] ?? '')),
  }
}

function pickLanguage(requested: string | null): string {
  const requestedTag = (requested ?? '').toLowerCase()
  const exact = Object.keys(LANGUAGES).find((known) => known.toLowerCase() === requestedTag)
  if (exact !== undefined) return exact
  const family = requestedTag.split('-')[0] ?? ''
  return { en: 'en-US', es: 'es', pt: 'pt-BR' }[family] ?? 'pt-BR'
}

function pickLocale(...candidates: (string | null)[]): string {
  for (const candidate of candidates) {
    try {
      const [known] = candidate === null ? [] : Intl.NumberFormat.supportedLocalesOf(candidate)
      if (known !== undefined) return known
    } catch {
      // An invalid language tag in a URL is ignored; the next candidate is tried.
    }
  }
  return 'pt-BR'
}
