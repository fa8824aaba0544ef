import type { z } from 'zod'
import type { Call, ReceivedOf } from '#platform/contract/call.ts'
import type { ListOptions } from '#platform/contract/list.ts'

/** A record of a list. A record without a name is not removed by typing it; a record without `can` allows no action. */
export type Listed = { id: string; name?: string; can?: string[] }
export type ListedCall = Call<z.ZodType<ListOptions>, z.ZodType<{ data: Listed[]; total: number }>>
export type RowOf<C extends ListedCall> = ReceivedOf<C>['data'][number]
