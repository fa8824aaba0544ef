// The grammar of contracts. A call is a plain value; the server, the browser, the documentation and the tests all read it.
// It binds nothing: platform/server/http binds a call to a handler, and platform/web/client makes the request.
// Next: list.ts (lists of records), failure.ts (errors).
import type { z } from 'zod'
import type { Permission } from '#catalogue/access.ts'
import { type Screen, screensOf } from '#catalogue/screens.ts'

/** `anyone`: no session is needed. Any other value is a permission of catalogue/access.ts. */
export type Access = 'anyone' | Permission

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * How a call uses the database. platform/server/http/route.ts has one form of handler for each; another form does not compile.
 * - `read`: one statement that carries the session check and the rows.
 * - `write`: a transaction around the handler, with its audit entry.
 * - `outside`: waits for something else (a report service, a password hash) or needs no session. It holds no connection meanwhile.
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
  /** The event in the audit trail. Every call that changes something names one. */
  audit: string | null
  /** The call is refused when all of these screens are hidden (`hidden_menu`). Default: the screens of the permission's noun. */
  screens: readonly Screen[]
  /** False for calls that the browser makes without the person: they must not extend an idle session. */
  keepsAwake: boolean
}

export type CallThat<How extends Does> = Call<z.ZodType, z.ZodType, How>

/** Declares a call. A call that changes something and has no audit event does not compile. */
export function call<Input extends z.ZodType, Answer extends z.ZodType, How extends Does>(
  definition: Omit<Call<Input, Answer, How>, 'audit' | 'screens' | 'keepsAwake'> & {
    keepsAwake?: false
    screens?: readonly Screen[]
  } & (How extends 'read' ? unknown : { audit: string | null }),
): Call<Input, Answer, How> {
  const screens = definition.access === 'anyone' ? [] : screensOf(definition.access)
  return { audit: null, keepsAwake: true, screens, ...definition }
}

/** The same call, used by further screens as well, for example by a picker in one of their forms. */
export const alsoOn = <C extends Call>(made: C, ...screens: Screen[]): C => ({
  ...made,
  screens: [...made.screens, ...screens],
})

/** The parsed input that a handler receives. */
export type InputOf<C extends Call> = z.output<C['input']>

/** The input as the caller sends it. */
export type SentOf<C extends Call> = z.input<C['input']>

/** The value that a handler returns. */
export type AnswerOf<C extends Call> = z.output<C['answers']>

/** The decoded answer in the browser. */
export type ReceivedOf<C extends Call> = z.output<C['answers']>
