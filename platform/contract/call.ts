// The grammar of contracts: a call is a plain value that server, browser, documentation and tests all read.
// It binds nothing: platform/server/http binds a call to a handler, platform/web/client makes it.
// Next: list.ts (lists of records), failure.ts (what can go wrong).
import type { z } from 'zod'
import type { Permission } from '#catalogue/access.ts'
import { type Screen, screensOf } from '#catalogue/screens.ts'

/** `anyone`: nobody need be signed in. Everything else is a permission of catalogue/access.ts. */
export type Access = 'anyone' | Permission

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * What a call does with the database; platform/server/http/route.ts binds each to a form that does so, or does not compile.
 * `read`: one statement that carries the session and the rows. `write`: a transaction around the handler, with its audit entry.
 * `outside`: waits for something else (a report service, a password hash) or asks nobody's session, so no connection is held by itself.
 */
export type Does = 'read' | 'write' | 'outside'

export type Call<Input extends z.ZodType = z.ZodType, Answer extends z.ZodType = z.ZodType, How extends Does = Does> = {
  method: Method
  /** Below `/api/`, without a leading slash. */
  path: string
  /** One sentence for the documentation. */
  summary: string
  access: Access
  does: How
  /** Query parameters of a GET or DELETE, the body of a POST or PUT. */
  input: Input
  answers: Answer
  /** The event in the audit trail; every call that changes something names one. */
  audit: string | null
  /** Refused when all of these are hidden (`hidden_menu`); left out: the screens of its permission's noun. */
  screens: readonly Screen[]
  /** False for calls that a browser makes by itself: they must not keep an abandoned session awake. */
  keepsAwake: boolean
}

export type CallThat<How extends Does> = Call<z.ZodType, z.ZodType, How>

/** Declares a call. A changing call without an audit event does not compile. */
export function call<Input extends z.ZodType, Answer extends z.ZodType, How extends Does>(
  definition: Omit<Call<Input, Answer, How>, 'audit' | 'screens' | 'keepsAwake'> & {
    keepsAwake?: false
    screens?: readonly Screen[]
  } & (How extends 'read' ? unknown : { audit: string | null }),
): Call<Input, Answer, How> {
  const screens = definition.access === 'anyone' ? [] : screensOf(definition.access)
  return { audit: null, keepsAwake: true, screens, ...definition }
}

/** The call, made by these screens as well: a picker in a form of theirs. */
export const alsoOn = <C extends Call>(made: C, ...screens: Screen[]): C => ({
  ...made,
  screens: [...made.screens, ...screens],
})

/** What a handler receives: the input parsed. */
export type InputOf<C extends Call> = z.output<C['input']>

/** What a caller sends: the input as it travels. */
export type SentOf<C extends Call> = z.input<C['input']>

/** What a handler returns. */
export type AnswerOf<C extends Call> = z.output<C['answers']>

/** What a caller receives in the browser: the answer decoded again. */
export type ReceivedOf<C extends Call> = z.output<C['answers']>
