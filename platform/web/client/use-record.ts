import { useState } from 'react'
import type { Call, ReceivedOf } from '#platform/contract/call.ts'
import type { CallFailure } from './call-failure.ts'
import type { AskedOf } from './encode-input.ts'
import { useAsk } from './use-ask.ts'

export type LoadedRecord<C extends Call> = {
  /** As the server has it now; never what was kept from an earlier visit, which a form would save over newer values. */
  record: ReceivedOf<C> | undefined
  failure: CallFailure | null
  /** Asks again and lets the form begin anew: its key is `round`. */
  reload: () => void
  /** Asks again and leaves the form as it is: for what a person has typed is to be laid over what somebody else saved. */
  refresh: () => Promise<ReceivedOf<C> | undefined>
  round: number
}

/** The record that a form edits. */
export function useRecord<C extends Call>(call: C, asked: AskedOf<C>): LoadedRecord<C> {
  const [round, setRound] = useState(0)
  const { data, error, isFetchedAfterMount, refetch } = useAsk(call, asked)
  return {
    record: isFetchedAfterMount ? data : undefined,
    failure: data === undefined ? error : null,
    reload: () => void refetch().then(() => setRound((before) => before + 1)),
    refresh: () => refetch().then((found) => found.data),
    round,
  }
}
