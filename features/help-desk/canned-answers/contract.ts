// Canned answers: texts that people who handle tickets insert into their answers, by the language of the person who asks. A sent answer keeps
// its text when the canned answer changes.
import { longTexts, text } from '#catalogue/fields.ts'
import { tickets } from '#catalogue/limits.ts'
import { crudCalls, entity } from '#platform/contract/entity.ts'

/** Variables of the text. The form of an answer replaces them when it inserts the text. */
export const cannedVariables = ['person', 'ticket', 'report', 'agent'] as const
export type CannedVariable = (typeof cannedVariables)[number]

export const cannedAnswer = entity({
  noun: 'canned_answer',
  title: ['canned answer', 'canned answers'],
  fields: { name: text(80), text: longTexts(tickets.length) },
  computed: {},
  sorts: ['name', 'created_at'],
  filters: {},
})

export const cannedAnswerCalls = crudCalls('auth/canned_answers', cannedAnswer)
