// The changelog: what is new on the platform, written by its people and read by those who run partners and business units.
// Not the audit trail (features/audit): nobody's deeds. An entry that was not sent is seen by nobody else.
import { z } from 'zod'
import { defaultLanguage, fallbackLanguage, languageOf } from '#catalogue/languages.ts'
import { day, flag, longTexts, texts } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { crudCalls, entity } from '#platform/contract/entity.ts'
import { listAnswer, listInput } from '#platform/contract/list.ts'

export const changelogKinds = ['system_update', 'new_version', 'improvement'] as const

const newestFirst = z.enum(['asc', 'desc']).default('desc')

const said = { title: texts(120), body: longTexts(4000), kind: z.enum(changelogKinds), day: day() }

export const changelogEntry = entity({
  noun: 'changelog_entry',
  title: ['entry of the changelog', 'entries of the changelog'],
  fields: { ...said, sent: flag() },
  computed: {},
  sorts: ['day', 'name', 'kind'],
  filters: { order: newestFirst },
})

export const changelogEntryCalls = crudCalls('auth/changelog', changelogEntry)

/** An entry as its readers get it. */
const sentEntry = z.object({ id: z.string(), ...said })
export type SentEntry = z.output<typeof sentEntry>

/** An entry in one language throughout: the reader's where all of it is said in that, or else the first in which it is. */
export function entryIn({ title, body }: Pick<SentEntry, 'title' | 'body'>, language: string) {
  const said = [languageOf(language), fallbackLanguage].find((each) => title[each] && body[each]) ?? defaultLanguage
  return { title: title[said] ?? '', body: body[said] ?? '' }
}

/** The day it is where entries' days begin: in UTC, for everybody at once. */
export const today = (now: Date): string => now.toISOString().slice(0, 10)

export const readChangelog = call({
  method: 'GET',
  path: 'auth/changelog/timeline',
  summary: 'What was sent to the changelog and whose day has come (UTC), the newest first.',
  access: 'changelog.read',
  does: 'read',
  input: listInput(['day'], { order: newestFirst }),
  answers: listAnswer(sentEntry),
})
