// The only way to HTML that a call takes. Cleaning takes up to seconds, so long texts are cleaned in threads with a time limit, a person has
// one request in them at a time, and a rate limit counts all calls of a person that clean. Call it before a transaction begins
// (`handlePrepared` of http/route.ts), because a request that waits for a thread must not hold a connection.
// Next: accepted.ts (the work), ../thread-pool.ts, catalogue/limits.ts (`htmlCleaning`).
import type { ErrorCode } from '#catalogue/errors.ts'
import { type Language, languages, type Texts } from '#catalogue/languages.ts'
import { htmlCleaning } from '#catalogue/limits.ts'
import { Failure, type FailureDetails, fail } from '#platform/contract/failure.ts'
import { type BoundedQueue, createBoundedQueue } from '../bounded-queue.ts'
import { createLimiter } from '../http/limiter.ts'
import type { ReadContext } from '../http/route.ts'
import { createThreadPool, TaskTimeout, type ThreadPool } from '../thread-pool.ts'
import { acceptedTexts, type CleanText, type HtmlForm, type HtmlText } from './accepted.ts'

export { type CleanText, type HtmlForm, type HtmlText, ruleCodes } from './accepted.ts'

/** The answer of a thread. */
export type CleanReply = { texts: CleanText[] } | { refusal: { code: ErrorCode; details: FailureDetails } }

/** The person who sends the text, in a session. */
export type Author = Pick<ReadContext, 'actor' | 'clock'>

export type Cleaning = {
  /** Cleans all texts of one call, in the same order. Fails with the first fault, at its field. */
  clean(author: Author, texts: readonly HtmlText[]): Promise<CleanText[]>
}

type CleaningOptions = Pick<typeof htmlCleaning, 'shortLength' | 'ofPerson' | 'calls' | 'longCalls'> & {
  pool: ThreadPool<readonly HtmlText[], CleanReply>
}

export function createCleaning({ shortLength, ofPerson, calls, longCalls, pool }: CleaningOptions): Cleaning {
  const limiter = createLimiter(calls)
  const longLimiter = createLimiter(longCalls)
  const slots = new Map<string, { queue: BoundedQueue; requests: number }>()
  /** Runs the work of one person in their slot. */
  const inSlot = async <T>(person: string, work: () => Promise<T>): Promise<T> => {
    const queue = () => createBoundedQueue({ atOnce: ofPerson.atOnce, maxWaiting: ofPerson.waiting, retryAfter: 2 })
    const slot = slots.get(person) ?? { queue: queue(), requests: 0 }
    if (slot.requests >= ofPerson.atOnce + ofPerson.waiting) fail('call.throttled', { retryAfter: 2 })
    slot.requests += 1
    slots.set(person, slot)
    try {
      return await slot.queue.run(work)
    } finally {
      slot.requests -= 1
      if (slot.requests === 0) slots.delete(person)
    }
  }
  return {
    async clean({ actor, clock }, texts) {
      const person = actor.realPerson?.id ?? actor.userId
      if (!limiter.admits(person, clock.now())) fail('call.throttled', { retryAfter: 60 })
      const length = texts.reduce((sum, { html }) => sum + html.length, 0)
      if (length <= shortLength) return acceptedTexts(texts)
      if (!longLimiter.admits(person, clock.now())) fail('call.throttled', { retryAfter: 60 })
      const reply = await inSlot(person, () => pool.run(texts, person).catch((fault) => refuseSlow(fault, texts)))
      if ('refusal' in reply) throw new Failure(reply.refusal.code, reply.refusal.details)
      return reply.texts
    },
  }
}

function refuseSlow(fault: unknown, texts: readonly HtmlText[]): never {
  if (!(fault instanceof TaskTimeout)) throw fault
  const code = 'html.too_slow'
  fail(code, { fields: Object.fromEntries(texts.map(({ field }) => [field, code])) })
}

const { threads, waiting, seconds, megabytes } = htmlCleaning
/** One for the process, so that its limits hold for all calls together. */
const cleaning = createCleaning({
  ...htmlCleaning,
  pool: createThreadPool({
    file: new URL('./clean-thread.ts', import.meta.url),
    threads,
    maxWaiting: waiting,
    limitMs: seconds * 1_000,
    megabytes,
  }),
})

export const cleanTexts: Cleaning['clean'] = cleaning.clean

/** One text of a call. It may become empty. */
export async function cleanText(author: Author, html: string, field: string, form: HtmlForm): Promise<string> {
  const [cleaned] = await cleanTexts(author, [{ html, field, ...form }])
  return cleaned?.html ?? ''
}

/** The cleaned text of each language, as HTML and without markup. An empty one counts as absent. */
export async function cleanBodies(
  author: Author,
  body: Texts,
  field: string,
  form: HtmlForm,
): Promise<{ html: Texts; text: Texts }> {
  const present = languages.flatMap((language) => {
    const html = body[language]
    return html === null ? [] : [{ language, text: { html, field, ...form } }]
  })
  const cleaned = await cleanTexts(
    author,
    present.map(({ text }) => text),
  )
  const byLanguage = (key: keyof CleanText) => {
    const found = (language: Language) => cleaned[present.findIndex((each) => each.language === language)]
    return Object.fromEntries(languages.map((language) => [language, found(language)?.[key] || null])) as Texts
  }
  return { html: byLanguage('html'), text: byLanguage('text') }
}

/** The input of a change with the texts of `field` cleaned. A change without the field leaves them as they are. For `handlePrepared`. */
export const withCleanBodies =
  <Field extends string>(field: Field, form: HtmlForm) =>
  async <Input extends { [Name in Field]?: Texts | undefined }>(author: Author, input: Input): Promise<Input> => {
    const body = input[field]
    return body === undefined ? input : { ...input, [field]: (await cleanBodies(author, body, field, form)).html }
  }
