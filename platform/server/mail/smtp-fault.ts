// What goes wrong on the way to a mail server, by the step it goes wrong in.
import type { SmtpStep } from '#platform/contract/smtp.ts'

export class SmtpFault extends Error {
  readonly step: SmtpStep
  /** The server's number, where it gave one. */
  readonly answer: number | null

  constructor(step: SmtpStep, answer: number | null, reason: string) {
    super(`${step}${answer === null ? '' : ` ${answer}`}: ${reason}`)
    this.name = 'SmtpFault'
    this.step = step
    this.answer = answer
  }

  /** The server has made up its mind (5xx to our mail): trying again changes nothing. */
  get isFinal(): boolean {
    return this.step === 'accept' && this.answer !== null && this.answer >= 500
  }
}
