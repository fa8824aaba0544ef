import { useState } from 'react'
import type { Call, ReceivedOf } from '#platform/contract/call.ts'
import type { CallFailure } from './call-failure.ts'
import type { CallInput } from './encode-input.ts'
import { useCallQuery } from './use-call.ts'

export type LoadedRecord<C extends Call> = {
  /** The record as the server has it now, never a cached copy: a form would save stale values over newer ones. */
  record: ReceivedOf<C> | undefined
  failure: CallFailure | null
  /** Loads again and starts the form again: its key is `round`. */
  reload: () => void
  /** The same, for who waits for the record; undefined: it could not be loaded. */
  restart: () => Promise<ReceivedOf<C> | undefined>
  /** Loads again and leaves the form as it is, so that the draft can be merged with the changes of another person. */
  refresh: () => Promise<ReceivedOf<C> | undefined>
  round: number
}

/** The record that a form edits. */
export function useRecord<C extends Call>(call: C, input: CallInput<C>): LoadedRecord<C> {
  const [round, setRound] = useState(0)
  const { data, error, isFetchedAfterMount, refetch } = useCallQuery(call, input)
  const restart = async () => {
    const { isSuccess, data: stored } = await refetch()
    setRound((before) => before + 1)
    return isSuccess ? stored : undefined
  }
  return {
    record: isFetchedAfterMount ? data : undefined,
    failure: data === undefined ? error : null,
    reload: () => void restart(),
    restart,
    refresh: () => refetch().then((found) => found.data),
    round,
  }
}
