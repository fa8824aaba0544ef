import { expect, test } from 'vitest'
import { preferredLanguage } from './language-offer.tsx'

test('the first language of the browser that the product has is offered', () => {
  const cases: [string[], string | null][] = [
    [['es-MX', 'en'], 'es'],
    [['pt-PT'], 'pt-PT'],
    [['pt'], 'pt-BR'],
    [['de', 'EN-gb'], 'en-US'],
    [['de'], null],
    [[], null],
  ]
  for (const [wanted, offered] of cases) expect(preferredLanguage(wanted), wanted.join()).toBe(offered)
})
