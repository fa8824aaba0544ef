// The state of remote access to the signed-in person. It is loaded at the first screen, after each live event, and when a request or an
// access expires.
import { useEffect } from 'react'
import type { Call } from '#platform/contract/call.ts'
import { now } from '#platform/web/clock.ts'
import { type MutationOptions, useCallQuery, useCallMutation } from '#platform/web/client/use-call.ts'
import { useLiveEvent } from '#platform/web/live/use-live-events.ts'
import { readRemoteConfig } from '../contract.ts'

/** Calls a change of the remote access to the person, and loads the state again. */
export const useRemoteChange = <C extends Call>(call: C, options: MutationOptions<C> = {}) =>
  useCallMutation(call, { ...options, refreshes: [readRemoteConfig] })

export function useRemoteConfig() {
  const configQuery = useCallQuery(readRemoteConfig, {}, { freshFor: 60_000 })
  const { data, refetch } = configQuery
  useLiveEvent('remote_access', () => void refetch())
  useEffect(() => {
    const ends = [
      ...(data?.waiting ?? []).map(({ expires_at }) => expires_at),
      ...(data?.current ? [data.current.ends_at] : []),
    ]
    if (ends.length === 0) return
    const first = Math.min(...ends.map((end) => end.getTime()))
    const timer = setTimeout(() => void refetch(), Math.max(1_000, first - now().getTime() + 500))
    return () => clearTimeout(timer)
  }, [data, refetch])
  return configQuery
}
