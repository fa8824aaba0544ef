// Data sets of the published reports: their state, the refreshes that the portal starts now, on a schedule or after another data set,
// and the history. Next: server/rules.ts (schedule, limit, errors), server/service.ts (the refresh itself).
import { z } from 'zod'
import { day, flag, id, instant, timeOfDay } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { exportCall } from '#platform/contract/export.ts'
import { can, done, listAnswer, listInput } from '#platform/contract/list.ts'
import { weekday } from '#platform/contract/week.ts'

export const refreshStates = ['waiting', 'running', 'completed', 'failed', 'canceled', 'refused'] as const
export type RefreshState = (typeof refreshStates)[number]

export const refreshCauses = ['person', 'schedule', 'chain', 'service'] as const

/** Why a refresh failed or was not started. Each problem has a sentence. */
export const refreshProblems = [
  'limit',
  'running',
  'credentials',
  'gateway',
  'source',
  'permission',
  'timeout',
  'memory',
  'capacity',
  'model',
  'query',
  'busy',
  'canceled',
  'disabled',
  'stopped',
  'account',
  'lost',
  'other',
] as const
export type RefreshProblem = (typeof refreshProblems)[number]

/** Problems whose next step only an administrator can take. Other people are told to tell one (`others`). */
export const advisedProblems = ['limit', 'permission', 'memory', 'capacity', 'account'] as const
const advices = [...advisedProblems, 'others'] as const
export type Advice = (typeof advices)[number]

const lastRefresh = {
  last_state: z.enum(refreshStates).nullable(),
  last_problem: z.enum(refreshProblems).nullable(),
  last_at: instant().nullable(),
}

export const datasetRow = z.object({
  id: id(),
  name: z.string(),
  workspace: z.string(),
  /** Names of the reports that read the data set and that the caller may open. */
  reports: z.array(z.string()),
  ...lastRefresh,
  enabled: flag(),
  next_at: instant().nullable(),
  /** Number of refreshes since midnight that count for the daily limit, and the limit. */
  used: z.number().int(),
  limit: z.number().int(),
  can,
})

export const listDatasets = call({
  method: 'GET',
  path: 'auth/powerbi/datasets/all',
  summary:
    'Data sets of the published reports. A plain user with the toggle sees those of the reports that they may open.',
  access: 'dataset.read',
  does: 'read',
  input: listInput(['name', 'last_at', 'next_at'], {
    state: z.enum(refreshStates).optional(),
    workspace_id: id().optional(),
    /** The data set of this report. */
    report_id: id().optional(),
  }),
  answers: listAnswer(datasetRow),
})

export const exportDatasets = exportCall(listDatasets)

/** The number of planned refreshes that the page of a data set shows. */
export const shownRuns = 5

export const readDataset = call({
  method: 'GET',
  path: 'auth/powerbi/datasets/get',
  summary: 'One data set with its schedule.',
  access: 'dataset.read',
  does: 'read',
  input: z.object({ id: id() }),
  answers: datasetRow.extend({
    days: z.array(weekday),
    times: z.array(z.string()),
    after_id: id().nullable(),
    after: z.string().nullable(),
    owner_id: id().nullable(),
    owner: z.string().nullable(),
    /** The next refreshes of the stored schedule, at most `shownRuns`. */
    next_runs: z.array(instant()),
    version: z.number().int(),
  }),
})

/** Maximum times of one day; Microsoft allows 48 refreshes a day. */
const maxTimes = 48

export const scheduleDataset = call({
  method: 'PUT',
  path: 'auth/powerbi/datasets/update',
  summary: 'Changes the schedule of a data set, the data set after which it is refreshed, and who is told of failures.',
  access: 'dataset.schedule',
  does: 'write',
  audit: 'dataset.scheduled',
  input: z.object({
    id: id(),
    version: z.number().int(),
    enabled: flag().optional(),
    days: z.array(weekday).max(7).optional(),
    times: z.array(timeOfDay()).max(maxTimes).optional(),
    after_id: id().nullable().optional(),
    owner_id: id().nullable().optional(),
  }),
  answers: done,
})

export const refreshDataset = call({
  method: 'POST',
  path: 'auth/powerbi/datasets/refresh',
  summary: 'Starts a refresh now. Refused while another one runs, and when the daily limit is reached.',
  access: 'dataset.update',
  does: 'outside',
  audit: 'dataset.refreshed',
  input: z.object({ id: id() }),
  answers: done,
})

export const listRefreshes = call({
  method: 'GET',
  path: 'auth/powerbi/datasets/refreshes',
  summary: 'The last refreshes of a data set, the newest first. Asks the report service for its history first.',
  access: 'dataset.read',
  does: 'outside',
  audit: null, // changes nothing
  input: z.object({ id: id() }),
  answers: z.object({
    /** Whether the history is complete. False: the service did not answer, so refreshes that began there may be missing. */
    complete: z.boolean(),
    used: z.number().int(),
    limit: z.number().int(),
    data: z.array(
      z.object({
        id: id(),
        cause: z.enum(refreshCauses),
        person: z.string().nullable(),
        state: z.enum(refreshStates),
        problem: z.enum(refreshProblems).nullable(),
        /** The phrase that follows the problem's, for this reader. */
        advice: z.enum(advices).nullable(),
        service_code: z.string().nullable(),
        started_at: instant(),
        ended_at: instant().nullable(),
      }),
    ),
  }),
})

export const readCalendar = call({
  method: 'GET',
  path: 'auth/powerbi/datasets/calendar',
  summary: 'The planned refreshes of all data sets in the seven days from a day on.',
  access: 'dataset.read',
  does: 'read',
  input: z.object({ from: day() }),
  answers: z.object({
    data: z.array(
      z.object({
        dataset_id: id(),
        name: z.string(),
        /** The day and the time of day in the time zone of the business unit. */
        day: day(),
        time: z.string(),
        at: instant(),
        /** Data sets whose refresh starts after this one. */
        followers: z.array(z.string()),
      }),
    ),
    /** Data sets with neither a schedule nor a data set that they follow. */
    unplanned: z.array(z.object({ dataset_id: id(), name: z.string() })),
  }),
})

export const selectDatasets = call({
  method: 'GET',
  path: 'auth/powerbi/datasets/all/select',
  summary: 'The first data sets whose name contains a text, to choose from.',
  access: 'dataset.read',
  does: 'read',
  input: listDatasets.input.pick({ search: true }),
  answers: z.array(z.object({ value: id(), label: z.string() })),
})
