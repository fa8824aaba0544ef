// Hooks for calls of screens: `useCallQuery` reads with a cache, `useCallMutation` changes and refreshes the affected answers.
import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  keepPreviousData,
  QueryClient,
  type QueryKey,
  useMutation,
  type UseMutationResult,
  useQueries,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { Call, ReceivedOf } from '#platform/contract/call.ts'
import { CallFailure } from './call-failure.ts'
import { ask } from './client.ts'
import type { CallInput } from './encode-input.ts'
import { keyOf, nounOf } from './query-keys.ts'

export type QueryOptions = {
  /** False delays the question, for instance until an id is known. */
  enabled?: boolean
  /** Shows the previous answer while a changed question loads, so pages of a list do not flicker. */
  keep?: boolean
  /** The time for which an answer counts as fresh, in milliseconds. */
  freshFor?: number
  /** The answer is not cached: the next use asks again. */
  once?: boolean
  /** Each request waits for it, also a refetch: for changes that the answer must contain. It must not reject. */
  after?: () => Promise<unknown>
}

/** Reads an answer and caches it. Example: `const { data, error } = useCallQuery(listUsers, { page, search })`. */
export function useCallQuery<C extends Call>(
  call: C,
  input: CallInput<C>,
  { enabled = true, keep = false, freshFor = 0, once = false, after }: QueryOptions = {},
): UseQueryResult<ReceivedOf<C>, CallFailure> {
  return useQuery<ReceivedOf<C>, CallFailure>({
    queryKey: keyOf(call, input),
    queryFn: async ({ signal }) => {
      await after?.()
      return ask(call, input, { signal })
    },
    enabled,
    staleTime: freshFor,
    ...(once ? { gcTime: 0 } : {}),
    ...(keep ? { placeholderData: keepPreviousData } : {}),
  })
}

/** Reads several answers of one call and caches each. An answer that is not enabled is read from the cache and not requested. */
export function useCallQueries<C extends Call>(
  call: C,
  each: readonly { input: CallInput<C>; isEnabled: boolean }[],
): UseQueryResult<ReceivedOf<C>, CallFailure>[] {
  return useQueries({
    queries: each.map(({ input, isEnabled }) => ({
      queryKey: keyOf(call, input),
      queryFn: ({ signal }: { signal: AbortSignal }) => ask(call, input, { signal }),
      enabled: isEnabled,
      staleTime: 60_000,
    })),
  })
}

export type MutationOptions<C extends Call> = {
  /** Calls of other nouns whose cached answers this change makes stale. */
  refreshes?: readonly Call[]
  onDone?: (answer: ReceivedOf<C>, input: CallInput<C>) => void
  /** Set when the screen shows the failure itself, at its fields. Otherwise a toast shows it. */
  quiet?: boolean
  /** The call ends the present session (`AskOptions`). */
  leaves?: boolean
}

/** Changes something, then refreshes everything known of the noun. Example: `useCallMutation(addUser, { onDone: close })`. */
export function useCallMutation<C extends Call>(
  call: C,
  { refreshes = [], onDone, quiet = false, leaves = false }: MutationOptions<C> = {},
): UseMutationResult<ReceivedOf<C>, CallFailure, CallInput<C>> {
  const cache = useQueryClient()
  return useMutation<ReceivedOf<C>, CallFailure, CallInput<C>>({
    mutationFn: (input) => ask(call, input, { leaves }),
    meta: { quiet },
    onSuccess: (answer, input) => {
      for (const noun of new Set([call, ...refreshes].map(nounOf))) void cache.invalidateQueries({ queryKey: [noun] })
      onDone?.(answer, input)
    },
  })
}

/** Marks everything known of a call's noun as stale, because another person changed it. */
export function useRefresh(call: Call): () => void {
  const cache = useQueryClient()
  return () => void cache.invalidateQueries({ queryKey: [nounOf(call)] })
}

const refreshEveryMs = 5_000

/** Refreshes the noun of the call every five seconds while something runs, so that its end appears by itself. */
export function useRefreshWhile(runs: boolean, call: Call): void {
  const refresh = useEffectEvent(useRefresh(call))
  useEffect(() => {
    if (!runs) return
    const timer = setInterval(() => refresh(), refreshEveryMs)
    return () => clearInterval(timer)
  }, [runs])
}

class AnswerCache extends QueryClient {
  /**
   * Repeats also a first request that is still running: its answer may be older than the change. The library repeats only requests of
   * queries that have an answer already, and would treat the old answer as fresh.
   */
  override invalidateQueries<Key extends QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const first = this.getQueryCache()
      .findAll(filters)
      .filter((query) => query.isActive() && query.state.fetchStatus === 'fetching' && query.state.data === undefined)
    for (const query of first) void query.cancel({ silent: true })
    return super.invalidateQueries(filters, options)
  }
}

/** The cache of answers. `fail` receives failed changes that no screen shows. */
export function makeAnswerCache(fail: (failure: CallFailure) => void): QueryClient {
  const cache = new AnswerCache({
    defaultOptions: {
      queries: { retry: worthAnotherTry, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  })
  cache.getMutationCache().subscribe(({ type, mutation }) => {
    if (type !== 'updated' || mutation.state.status !== 'error' || mutation.meta?.['quiet'] === true) return
    if (mutation.state.error instanceof CallFailure) fail(mutation.state.error)
  })
  return cache
}

/** True for the first two failures of an outage: the request is sent again. A repeated refusal would be refused again. */
function worthAnotherTry(failureCount: number, error: Error): boolean {
  return failureCount < 2 && error instanceof CallFailure && error.passing
}
