import { resource } from '#platform/server/resource.ts'
import { cannedAnswer, cannedAnswerCalls } from '../contract.ts'

export const { routes } = resource(cannedAnswer, cannedAnswerCalls, {
  table: 'canned_answers',
})
