// The changelog: news about the platform, written by its staff for partners and administrators. Only the platform's staff see an entry
// before it is sent. Actions of people are in the audit trail (features/operations/audit).
import { z } from 'zod'
import { defaultLanguage, fallbackLanguage, languageOf } from '#catalogue/languages.ts'
import { day, flag, longTexts, texts } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { crudCalls, entity } from '#platform/contract/entity.ts'
import { listAnswer, listInput } from '#platform/contract/list.ts'

export const changelogKinds = ['system_update', 'new_version', 'improvement'] as const

const newestFirst = z.enum(['asc', 'desc']).default('desc')

const entryTexts = { title: texts(120), body: longTexts(4000), kind: z.enum(changelogKinds), day: day() }

export const changelogEntry = entity({
  noun: 'changelog_entry',
  title: ['entry of the changelog', 'entries of the changelog'],
  fields: { ...entryTexts, sent: flag() },
  computed: {},
  sorts: ['day', 'name', 'kind'],
  filters: { order: newestFirst },
})

export const changelogEntryCalls = crudCalls('auth/changelog', changelogEntry)

/** A sent entry, as its readers get it. */
const sentEntry = z.object({ id: z.string(), ...entryTexts })
export type SentEntry = z.output<typeof sentEntry>

/** Returns title and body in one language: the reader's if both exist in it, otherwise the fallback or the default language. */
export function entryIn({ title, body }: Pick<SentEntry, 'title' | 'body'>, language: string) {
  const textLanguage =
    [languageOf(language), fallbackLanguage].find((each) => title[each] && body[each]) ?? defaultLanguage
  return { title: title[textLanguage] ?? '', body: body[textLanguage] ?? '' }
}

export const readChangelog = call({
  method: 'GET',
  path: 'auth/changelog/timeline',
  summary: 'Sent entries of the changelog whose day has come in the time zone of the business unit, the newest first.',
  access: 'changelog.read',
  does: 'read',
  input: listInput(['day'], { order: newestFirst }),
  answers: listAnswer(sentEntry),
})
