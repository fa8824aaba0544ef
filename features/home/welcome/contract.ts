// What the home page says beside its reports: what is new, the first steps of an administrator, and hints that a person puts away.
import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { done } from '#platform/contract/list.ts'

/** The steps from an empty business unit to people who read reports, in their order. */
export const firstSteps = ['account', 'workspace', 'report', 'group', 'grant', 'person'] as const

export const hints = ['first_steps', 'pins'] as const

export const readWelcome = call({
  method: 'GET',
  path: 'auth/home/welcome',
  summary: 'What is new for the caller, and the hints of the home page that they have not put away.',
  access: 'report.open',
  screens: [''],
  does: 'read',
  input: z.object({}),
  answers: z.object({
    /** Reports of the last 30 days that the person may open and has never opened. 0 while they have opened none at all. */
    new_reports: z.number().int(),
    hints: z.array(z.enum(hints)),
    /** The first steps that are done, from what exists in the business unit; null for a person who publishes no reports. */
    done_steps: z.array(z.enum(firstSteps)).nullable(),
  }),
})

export const dismissHint = call({
  method: 'POST',
  path: 'auth/home/dismiss',
  summary: 'Puts a hint of the home page away, for the caller only.',
  access: 'report.open',
  screens: [''],
  does: 'write',
  audit: null, // how a person arranges their own home page
  input: z.object({ hint: z.enum(hints) }),
  answers: done,
})
