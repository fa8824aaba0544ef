// An error on the way to a mail server, by the step in which it occurred.
import type { SmtpStep } from '#platform/contract/smtp.ts'

export class SmtpFault extends Error {
  readonly step: SmtpStep
  /** The reply code of the server, if it replied. */
  readonly answer: number | null
  /** The connection ended after the end of the mail and before the answer: the server may have accepted the mail. */
  readonly isInDoubt: boolean

  constructor(step: SmtpStep, answer: number | null, reason: string, isInDoubt = false) {
    super(`${step}${answer === null ? '' : ` ${answer}`}: ${reason}`)
    this.name = 'SmtpFault'
    this.step = step
    this.answer = answer
    this.isInDoubt = isInDoubt
  }

  /** The server failed, not this mail: it did not answer, is closing (421), or refused before it saw the mail. */
  get isOfSender(): boolean {
    return this.step !== 'accept' || this.answer === null || this.answer === 421
  }

  /** The server refused our mail for good (5xx): a retry is useless. */
  get isFinal(): boolean {
    return this.step === 'accept' && this.answer !== null && this.answer >= 500
  }
}

/** A file of the mail could not be read. `isMissing`: it does not exist any more, so another attempt is useless. */
export class AttachmentFault extends SmtpFault {
  readonly #isMissing: boolean

  constructor(isMissing: boolean) {
    super('accept', null, isMissing ? 'an attachment is missing' : 'an attachment cannot be read')
    this.#isMissing = isMissing
  }

  override get isOfSender(): boolean {
    return false
  }

  override get isFinal(): boolean {
    return this.#isMissing
  }
}
