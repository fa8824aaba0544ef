// Why a mail is no follow-up, thrown by the steps of its processing.
import type { Outcome } from './rules.ts'

/** The mail is no follow-up, for a reason that another attempt does not change. */
export class Refusal extends Error {
  readonly outcome: Outcome

  constructor(outcome: Outcome) {
    super(`${outcome.state}: ${outcome.reason}`)
    this.outcome = outcome
  }
}

export const refuse = (state: Outcome['state'], reason: Outcome['reason']): never => {
  throw new Refusal({ state, reason })
}
