import { lazy } from 'react'
import { withAllPhrases } from '#platform/web/language/language.ts'

export type { CodeDue } from './two-factor-code-step.tsx'

/** The second step of a sign-in as a lazily loaded file, because most sign-ins need no second factor. */
export const CodeStep = lazy(
  withAllPhrases(() => import('./two-factor-code-step.tsx').then((module) => ({ default: module.CodeStep }))),
)
