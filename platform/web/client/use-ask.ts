// Calls for screens: reading with a cache, changing with a refresh of what the change touched.
import {
  keepPreviousData,
  QueryClient,
  useMutation,
  type UseMutationResult,
  useQueries,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
import type { Call, ReceivedOf } from '#platform/contract/call.ts'
import { CallFailure } from './call-failure.ts'
import { ask } from './client.ts'
import type { AskedOf } from './encode-input.ts'
import { keyOf, nounOf } from './query-keys.ts'

export type AskedOptions = {
  /** False keeps the question back, for instance until an id is known. */
  enabled?: boolean
  /** Shows the former answer while a changed question is under way: pages of a list do not blink. */
  keep?: boolean
  /** Milliseconds for which an answer is taken as fresh. */
  freshFor?: number
  /** The answer is for this showing alone: the next one asks anew, however soon it comes. */
  once?: boolean
}

/** Reads an answer and keeps it. Example: `const { data, error } = useAsk(listUsers, { page, search })`. */
export function useAsk<C extends Call>(
  call: C,
  asked: AskedOf<C>,
  { enabled = true, keep = false, freshFor = 0, once = false }: AskedOptions = {},
): UseQueryResult<ReceivedOf<C>, CallFailure> {
  return useQuery<ReceivedOf<C>, CallFailure>({
    queryKey: keyOf(call, asked),
    queryFn: ({ signal }) => ask(call, asked, { signal }),
    enabled,
    staleTime: freshFor,
    ...(once ? { gcTime: 0 } : {}),
    ...(keep ? { placeholderData: keepPreviousData } : {}),
  })
}

/** Reads several answers of one call, each kept by itself. One that is not `wanted` shows what is known of it and is asked no more. */
export function useAskEach<C extends Call>(
  call: C,
  each: readonly { asked: AskedOf<C>; wanted: boolean }[],
): UseQueryResult<ReceivedOf<C>, CallFailure>[] {
  return useQueries({
    queries: each.map(({ asked, wanted }) => ({
      queryKey: keyOf(call, asked),
      queryFn: ({ signal }: { signal: AbortSignal }) => ask(call, asked, { signal }),
      enabled: wanted,
      staleTime: 60_000,
    })),
  })
}

export type TellOptions<C extends Call> = {
  /** Calls of other nouns whose answers this change makes old. */
  refreshes?: readonly Call[]
  onDone?: (answer: ReceivedOf<C>, asked: AskedOf<C>) => void
  /** Set where the screen itself shows the failure, at its fields. Otherwise a toast says it. */
  quiet?: boolean
}

/** Changes something, then refreshes everything known of the noun. Example: `useTell(addUser, { onDone: close })`. */
export function useTell<C extends Call>(
  call: C,
  { refreshes = [], onDone, quiet = false }: TellOptions<C> = {},
): UseMutationResult<ReceivedOf<C>, CallFailure, AskedOf<C>> {
  const cache = useQueryClient()
  return useMutation<ReceivedOf<C>, CallFailure, AskedOf<C>>({
    mutationFn: (asked) => ask(call, asked),
    meta: { quiet },
    onSuccess: (answer, asked) => {
      for (const noun of new Set([call, ...refreshes].map(nounOf))) void cache.invalidateQueries({ queryKey: [noun] })
      onDone?.(answer, asked)
    },
  })
}

/** What is known of a call's noun is old: somebody else changed it. */
export function useRefresh(call: Call): () => void {
  const cache = useQueryClient()
  return () => void cache.invalidateQueries({ queryKey: [nounOf(call)] })
}

/** The cache of answers. `fail` hears of failed changes that no screen shows itself. */
export function makeAnswerCache(fail: (failure: CallFailure) => void): QueryClient {
  const cache: QueryClient = new QueryClient({
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

/** A refusal stays a refusal; an outage may pass. */
function worthAnotherTry(count: number, error: Error): boolean {
  return count < 2 && error instanceof CallFailure && error.passing
}
