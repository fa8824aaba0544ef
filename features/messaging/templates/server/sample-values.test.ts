import { expect, it } from 'vitest'
import { languages } from '#catalogue/languages.ts'
import { templateTypeNames, variablesOf } from '../contract.ts'
import { samplesIn } from './sample-values.ts'

it('has a sample for every variable of every type of mail, in four languages', () => {
  // The mail itself supplies the name of its unit and the URL of its link, so they need no sample.
  const names = new Set(
    templateTypeNames.flatMap((type) => variablesOf(type)).filter((name) => !['link', 'unit'].includes(name)),
  )
  for (const language of languages)
    for (const name of names) expect(samplesIn(language)[name], `${language} ${name}`).toMatch(/[\p{L}\d]/u)
  for (const name of ['reason', 'text', 'event', 'content', 'task'])
    expect(new Set((['pt-BR', 'en-US', 'es'] as const).map((language) => samplesIn(language)[name])).size).toBe(3)
})

it('writes hours as the announcements do: with a 12-hour clock in en-US', () => {
  const hours = languages.map((language) => samplesIn(language)['from'])
  expect(hours).toEqual(['31/12/2026 22:00', '31/12/2026 10:00\u00A0PM', '31/12/2026 22:00', '31/12/2026 22:00'])
})
