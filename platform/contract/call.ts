// The grammar of contracts. A call is a plain value; the server, the browser, the documentation and the tests all read it.
// It binds nothing: platform/server/http binds a call to a handler, and platform/web/client makes the request.
// Next: list.ts (lists of records), failure.ts (errors).
import { z } from 'zod'
import type { Permission } from '#catalogue/access.ts'
import { type Screen, screensOf } from '#catalogue/screens.ts'

/** `anyone`: no session is needed. Any other value is a permission of catalogue/access.ts. */
export type Access = 'anyone' | Permission

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * How a call uses the database. platform/server/http/route.ts has one form of handler for each; another form does not compile.
 * - `read`: one statement that carries the session check and the rows.
 * - `write`: a transaction around the handler, with its audit entry.
 * - `outside`: waits for something else (a report service, a password hash) or needs no session. It holds no connection meanwhile.
 */
export type Does = 'read' | 'write' | 'outside'

/**
 * How a call looks in HTTP, where a standard asks for something else than JSON below `/api/`. OpenAPI shows it.
 * - `takes`: the media type of the body. A `form` call and a JSON call may share one path: the request's media type chooses.
 * - `gives`: `redirect` answers 303 with the answer's `location`; `xml` the answer itself; `scim` the answer's `body` with its `http`
 *   status, and failures in the form of RFC 7644, section 3.12. Its query parameters `attributes` and `excludedAttributes` are input for
 *   every method.
 * - `crossOrigin`: a page of another origin may send the request, as an identity provider does with its form. Such a call must prove by
 *   its input where it comes from.
 * - `cookies`: our pages keep the cookies that the answer sets, and send them. Only the calls that bind a browser to its sign-in need it.
 * - `refusedTo`: the page to which a form leads when its call fails, with the status word as `?status=`. A browser shows the answer to a form
 *   as a page, so it must not be JSON.
 */
export type HttpForm = {
  takes: 'json' | 'form' | 'scim'
  gives: 'json' | 'redirect' | 'xml' | 'scim'
  crossOrigin: boolean
  cookies: boolean
  refusedTo: string | null
}

const plainHttp: HttpForm = { takes: 'json', gives: 'json', crossOrigin: false, cookies: false, refusedTo: null }

/** The answer of a call that gives a `redirect`. */
export const redirectAnswer = z.object({ location: z.string() })

/**
 * The answer of a `scim` call: its HTTP status, its body (null: none), and for a single resource its address and version, which become
 * headers.
 */
export const scimAnswer = <Body extends z.ZodType>(body: Body) =>
  z.object({
    http: z.number().int(),
    resource: z.object({ location: z.string(), version: z.string().nullable() }).nullable(),
    body,
  })

export type Call<Input extends z.ZodType = z.ZodType, Answer extends z.ZodType = z.ZodType, How extends Does = Does> = {
  method: Method
  /**
   * Below `/api/`, without a leading slash; with one, the whole path (`/scim/v2/Users/:id`). A part such as `:id` is a field of the input.
   */
  path: string
  /** A summary of the call in one sentence, for the documentation. */
  summary: string
  access: Access
  does: How
  /** Query parameters of a GET or DELETE, the body of a POST, PUT or PATCH; with the parts of the path. */
  input: Input
  answers: Answer
  /** The event in the audit trail. Every call that changes something names one. */
  audit: string | null
  /** The call is refused when all of these screens are hidden (`hidden_menu`). Default: the screens of the permission's noun. */
  screens: readonly Screen[]
  /** False for calls that the browser makes without an action of the person: they must not extend an idle session. */
  keepsAwake: boolean
  /**
   * True for credentials, consents and exports: only the person may make the call, neither a requester in remote access nor a program with an
   * API key.
   */
  personal: boolean
  /** True: the call is allowed before the person has accepted the mandatory terms. */
  beforeTerms: boolean
  http: HttpForm
}

export type CallThat<How extends Does> = Call<z.ZodType, z.ZodType, How>

/** Declares a call. A call that changes something and has no audit event does not compile. */
export function call<Input extends z.ZodType, Answer extends z.ZodType, How extends Does>(
  definition: Omit<
    Call<Input, Answer, How>,
    'audit' | 'screens' | 'keepsAwake' | 'personal' | 'beforeTerms' | 'http'
  > & {
    keepsAwake?: false
    personal?: true
    beforeTerms?: true
    http?: Partial<HttpForm>
    screens?: readonly Screen[]
  } & (How extends 'read' ? unknown : { audit: string | null }),
): Call<Input, Answer, How> {
  const screens = definition.access === 'anyone' ? [] : screensOf(definition.access)
  return {
    audit: null,
    keepsAwake: true,
    personal: false,
    beforeTerms: false,
    screens,
    ...definition,
    http: { ...plainHttp, ...definition.http },
  }
}

/** Returns the call with further screens that use it, for example for a picker in one of their forms. */
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

/** The path of a call on the server, with its leading slash. */
export const pathOfCall = ({ path }: Pick<Call, 'path'>): string => (path.startsWith('/') ? path : `/api/${path}`)
