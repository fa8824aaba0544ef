import { expect, it } from 'vitest'
import { embedFailureOf } from './embed-failure.ts'

it.each([
  ['TokenExpired', 'token_ended'],
  ['PowerBIEntityNotFound', 'not_found'],
  ['DatasetBeingRebuilt', 'model_rebuilding'],
  ['ExplorationContainer_FailedToLoadModel_DefaultDetails', 'model_unavailable'],
  ['a message that nobody knows', 'other'],
])('the error event %s gets the sentence %s', (message, code) => {
  expect(embedFailureOf({ message, errorCode: '503' }, false).code).toBe(code)
})
