// An error on the way to a mail server, by the step in which it occurred.
import type { SmtpStep } from '#platform/contract/smtp.ts'

export class SmtpFault extends Error {
  readonly step: SmtpStep
  /** The reply code of the server, if it replied. */
  readonly answer: number | null

  constructor(step: SmtpStep, answer: number | null, reason: string) {
    super(`${step}${answer === null ? '' : ` ${answer}`}: ${reason}`)
    this.name = 'SmtpFault'
    this.step = step
    this.answer = answer
  }

  /** The server refused our mail for good (5xx): a retry is useless. */
  get isFinal(): boolean {
    return this.step === 'accept' && this.answer !== null && this.answer >= 500
  }
}
