// The changelog: what is new on the platform, written by its people and read by those who run partners and business units.
// Not the audit trail (features/audit): nobody's deeds. An entry that was not sent is seen by nobody else.
import { z } from 'zod'
import { day, flag, longTexts, texts } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { crudCalls, entity } from '#platform/contract/entity.ts'
import { listAnswer, listInput } from '#platform/contract/list.ts'

export const changelogKinds = ['system_update', 'new_version', 'improvement'] as const

const said = { title: texts(120), body: longTexts(4000), kind: z.enum(changelogKinds), day: day() }

export const changelogEntry = entity({
  noun: 'changelog_entry',
  title: ['entry of the changelog', 'entries of the changelog'],
  fields: { ...said, sent: flag() },
  computed: {},
  sorts: ['day', 'name', 'kind'],
  filters: {},
})

export const changelogEntryCalls = crudCalls('auth/changelog', changelogEntry)

/** An entry as its readers get it. */
const sentEntry = z.object({ id: z.string(), ...said })
export type SentEntry = z.output<typeof sentEntry>

export const readChangelog = call({
  method: 'GET',
  path: 'auth/changelog/timeline',
  summary: 'What was sent to the changelog, the newest first.',
  access: 'changelog.read',
  does: 'read',
  input: listInput(['day'], { order: z.enum(['asc', 'desc']).default('desc') }),
  answers: listAnswer(sentEntry),
})
