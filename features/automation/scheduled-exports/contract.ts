// Scheduled exports: a report as a file that people and groups get at set times, each with their own rows. Next: server/commands.ts (runs),
// ../triggers/contract.ts (the calendar).
import { z } from 'zod'
import { flag, id, instant, namedRecord, text } from '#catalogue/fields.ts'
import { languages } from '#catalogue/languages.ts'
import { call } from '#platform/contract/call.ts'
import { crudCalls, entity } from '#platform/contract/entity.ts'
import { added, done, listAnswer, listInput } from '#platform/contract/list.ts'
import { reportFormats } from '#features/reports/view/contract.ts'
import { scheduleFields } from '#features/automation/triggers/contract.ts'

/** States of a run. `undelivered`: nobody could get the file. */
export const runStates = ['waiting', 'delivered', 'undelivered', 'failed'] as const
export type RunState = (typeof runStates)[number]

/** Why a run, or the file of some addressees, failed. Each has a sentence with the next step. */
export const exportProblems = [
  'owner',
  'report_gone',
  'export_off',
  'asleep',
  'busy',
  'unreachable',
  'account',
  'pages_gone',
  'no_capacity',
  'no_watermark',
  'too_large',
  'late',
  'missed',
  'failed',
] as const
export type ExportProblem = (typeof exportProblems)[number]

/**
 * What became of an addressee. All but `waiting` and `told` are reasons for which the person got no file: they may not sign in; may not open
 * the report; their profile may not export; row-level security gives them no identity; they may open none of the pages; they must accept a
 * term first; the report is in maintenance; the run wrote enough different files; writing the file failed; the run ended before.
 */
export const recipientOutcomes = [
  'waiting',
  'told',
  'blocked',
  'no_right',
  'no_export',
  'identity',
  'pages',
  'terms',
  'maintenance',
  'limit',
  'failed',
  'ended',
] as const
export type RecipientOutcome = (typeof recipientOutcomes)[number]

export const scheduledExport = entity({
  noun: 'scheduled_export',
  title: ['scheduled export', 'scheduled exports'],
  fields: {
    name: text(80),
    enabled: flag(),
    /** Null only in answers, when the report was removed. */
    report_id: id().nullable(),
    format: z.enum(reportFormats),
    /** Names of the pages; null: all that an addressee may open. */
    pages: z.array(z.string().min(1).max(200)).min(1).max(50).nullable(),
    /** The language of words and numbers in the file. */
    language: z.enum(languages),
    ...scheduleFields,
  },
  computed: {
    report: z.string().nullable(),
    owner: z.string().nullable(),
    people: z.array(namedRecord.extend({ email: z.string() })),
    groups: z.array(namedRecord.extend({ members: z.number().int() })),
    next_at: instant().nullable(),
    last_state: z.enum(runStates).nullable(),
    last_problem: z.enum(exportProblems).nullable(),
    last_at: instant().nullable(),
  },
  sorts: ['name', 'last_at', 'next_at', 'created_at'],
  filters: {},
})

const exportInput = {
  ...scheduledExport.fields,
  user_ids: z.array(id()).max(2_000),
  group_ids: z.array(id()).max(500),
}
export type ExportInput = z.output<z.ZodObject<typeof exportInput>>

const calls = crudCalls('auth/scheduled_exports', scheduledExport)

export const scheduledExportCalls = {
  ...calls,
  add: call({
    method: 'POST',
    path: 'auth/scheduled_exports/add',
    summary: 'Adds a scheduled export.',
    access: 'scheduled_export.add',
    does: 'write',
    audit: 'scheduled_export.added',
    input: z.object(exportInput),
    answers: added,
  }),
  update: call({
    method: 'PUT',
    path: 'auth/scheduled_exports/update',
    summary: 'Changes a scheduled export; absent fields stay as they are. The caller becomes its owner.',
    access: 'scheduled_export.update',
    does: 'write',
    audit: 'scheduled_export.updated',
    input: z.object(exportInput).partial().extend({ id: id(), version: z.number().int() }),
    answers: done,
  }),
}

export const readExportMail = call({
  method: 'GET',
  path: 'auth/scheduled_exports/mail',
  summary: 'Whether mails with files go out now; without a mail server they wait in the outbox.',
  access: 'scheduled_export.read',
  personal: true,
  does: 'outside',
  audit: null, // changes nothing
  input: z.object({}),
  answers: z.object({ sends: flag() }),
})

export const runExport = call({
  method: 'POST',
  path: 'auth/scheduled_exports/run',
  summary: 'Writes and sends the files of a scheduled export now.',
  access: 'scheduled_export.update',
  does: 'write',
  audit: 'scheduled_export.run',
  input: z.object({ id: id() }),
  answers: done.extend({ run_id: id() }),
})

const run = z.object({
  id: id(),
  /** Who started it; null: its time came, or the person was erased. */
  starter: z.string().nullable(),
  state: z.enum(runStates),
  problem: z.enum(exportProblems).nullable(),
  planned_at: instant().nullable(),
  created_at: instant(),
  ended_at: instant().nullable(),
  files: z.number().int(),
  /** The addressees, counted by what became of them. */
  outcomes: z.array(z.object({ outcome: z.enum(recipientOutcomes), count: z.number().int() })),
})

export const listExportRuns = call({
  method: 'GET',
  path: 'auth/scheduled_exports/runs/all',
  summary: 'The runs of a scheduled export, the newest first.',
  access: 'scheduled_export.read',
  does: 'read',
  input: listInput(['created_at'], { order: z.enum(['asc', 'desc']).default('desc'), export_id: id() }),
  answers: listAnswer(run),
})

export const readExportRun = call({
  method: 'GET',
  path: 'auth/scheduled_exports/runs/get',
  summary: 'One run of a scheduled export.',
  access: 'scheduled_export.read',
  does: 'read',
  input: z.object({ id: id() }),
  answers: run.extend({ export_id: id(), export: z.string() }),
})

export const listExportRecipients = call({
  method: 'GET',
  path: 'auth/scheduled_exports/runs/recipients/all',
  summary: 'The addressees of a run: who got the file, and who did not and why.',
  access: 'scheduled_export.read',
  does: 'read',
  input: listInput(['person', 'outcome'], { run_id: id(), outcome: z.enum(recipientOutcomes).optional() }),
  answers: listAnswer(
    z.object({
      id: id(),
      /** Null: the person was erased. */
      person: z.string().nullable(),
      email: z.string().nullable(),
      outcome: z.enum(recipientOutcomes),
      problem: z.enum(exportProblems).nullable(),
      bytes: z.number().int().nullable(),
      told_at: instant().nullable(),
    }),
  ),
})

/** The page of a delivered file, for its addressees. It stands on the screen of the report. */
const ofReader = {
  access: 'report.export',
  screens: ['{id}/reports/view'],
  does: 'outside',
  audit: null, // the run is in the trail
  // A requester in remote access may not take files in the person’s name.
  personal: true,
  input: z.object({ id: id() }),
} as const

export const readDeliveredFile = call({
  ...ofReader,
  method: 'GET',
  path: 'auth/scheduled_exports/delivered/get',
  summary: 'A file that a scheduled export delivered to the caller, for a week, while they may see what it shows.',
  answers: z.object({ name: z.string(), report: z.string(), bytes: z.number().int(), ends_at: instant() }),
})

export const downloadDeliveredFile = call({
  ...ofReader,
  method: 'GET',
  path: 'auth/scheduled_exports/delivered/file',
  summary: 'The bytes of such a file.',
  // The answer is a file, so there is no schema.
  answers: z.unknown(),
})
