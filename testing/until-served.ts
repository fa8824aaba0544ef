// A business unit has few connections: a call that waits too long for one is refused with 503 and may be sent again.
import { Failure } from '#platform/contract/failure.ts'

const isRefused = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'status' in answer && answer.status === 503

/** Repeats the work while it is refused with 503, by the answer of a call or by the error of a function. */
export async function untilServed<T>(work: () => Promise<T>): Promise<T> {
  try {
    const answer = await work()
    if (!isRefused(answer)) return answer
  } catch (error) {
    if (!(error instanceof Failure) || error.http !== 503) throw error
  }
  return untilServed(work)
}
