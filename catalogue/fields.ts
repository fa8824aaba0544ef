// Field shapes that several contracts share. A codec converts between the wire format (S/N, ISO text) and our types.
// Rules that need the database (a unique e-mail) are constraints, not shapes.
import { z } from 'zod'
import { type ByLanguage, type Language, languages } from './languages.ts'
import { password as passwordBounds } from './limits.ts'

/** PostgreSQL refuses NUL in text and silently changes lone surrogates. Both are refused here. */
const storable = (value: string) => !value.includes('\0') && value.isWellFormed()

/** True for a text without control characters and line separators: they could add a line to a mail header or to a list (U7). */
export const isOneLine = (value: string): boolean => !/\p{Cc}|[\u2028\u2029]/u.test(value)

/**
 * Normalisation sorts each run of combining marks, in quadratic time. No language needs more than 30 in a row (Unicode UAX #15,
 * Stream-Safe Text Format).
 */
const hasLongMarkRun = (value: string) => /\p{M}{31}/u.test(value)

/** Code units as sent for each character kept: a decomposed letter has up to four, and removed blanks count too. */
const sentUnitsPerCharacter = 4

/**
 * Trims, and composes accents (NFC), so that equal-looking texts are equal. Some file systems write decomposed accents.
 * What is far too long is refused before it is normalised.
 */
const composed = (max: number) =>
  z
    .string()
    .max(sentUnitsPerCharacter * max, { abort: true })
    .refine((value) => storable(value) && !hasLongMarkRun(value), { abort: true })
    .normalize('NFC')
    .trim()

const lines = (max: number) => composed(max).max(max)

/** A line of at most `max` characters, without invisible characters (zero-width and direction marks) and repeated blanks (Z8). */
export const line = (max: number) => composed(max).overwrite(withoutUnseen).trim().max(max)

const withoutUnseen = (value: string) =>
  value
    .replace(/[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g, '')
    .replace(/\p{Zs}{2,}|(?! )\p{Zs}/gu, ' ')

/** One trimmed line of 1 to `max` characters. */
export const text = (max: number) => line(max).min(1).refine(isOneLine)

/** One line that may be empty; empty becomes null. The shape works for requests and answers. */
export const optionalText = (max: number) => orNull(line(max).refine(isOneLine))

/** Several lines that may be empty, for descriptions; empty becomes null. */
export const optionalLines = (max: number) => orNull(lines(max))

/** Several lines, at least one character. */
export const requiredLines = (max: number) => lines(max).min(1)

/** One line per language. The main language is required, which only the session tells: platform/contract/main-texts.ts. */
export const texts = (max: number) => inLanguages(optionalText(max))

/** Several lines per language. The main language is required, as in `texts`. */
export const longTexts = (max: number) => inLanguages(optionalLines(max))

const inLanguages = <Shape extends z.ZodType>(shape: Shape) =>
  z.object({ 'pt-BR': shape, 'en-US': shape, es: shape, 'pt-PT': shape } satisfies Record<Language, unknown>)

/** True for a field of `texts` or `longTexts`. */
export const isTextsSchema = (schema: unknown): schema is z.ZodObject =>
  schema instanceof z.ZodObject && languages.every((language) => language in schema.shape)

/** One line for each language that has one, beside a plain text. An empty one is left out. */
export const byLanguage = (max: number) => present(optionalText(max))

/** Several lines for each language that has them, beside a plain text. */
export const linesByLanguage = (max: number) => present(optionalLines(max))

/** The languages with a text. */
const present = (shape: ReturnType<typeof optionalText>) =>
  z.codec(
    z
      .object({ 'pt-BR': shape, 'en-US': shape, es: shape, 'pt-PT': shape } satisfies Record<Language, unknown>)
      .partial(),
    z.partialRecord(z.enum(languages), z.string()),
    { decode: inOrder, encode: inOrder },
  )

/** The texts in the order of `languages`: forms compare them as text, and a `jsonb` column stores them in another order. */
const inOrder = (texts: { [L in Language]?: string | null | undefined }): ByLanguage =>
  Object.fromEntries(languages.flatMap((language) => (texts[language] ? [[language, texts[language]]] : [])))

const orNull = (shape: z.ZodString) =>
  z.codec(shape.nullable(), z.string().nullable(), {
    decode: (value) => value || null,
    encode: (value) => value,
  })

/** The wire's S/N as a boolean. */
export const flag = () =>
  z.codec(z.enum(['S', 'N']), z.boolean(), {
    decode: (value) => value === 'S',
    encode: (value) => (value ? ('S' as const) : ('N' as const)),
  })

/** A UUID in lower case, as PostgreSQL prints it. */
export const id = () => z.guid().toLowerCase()

/** A record of another noun in an answer: its id, and the name under which people know it. */
export const namedRecord = z.object({ id: id(), name: z.string() })

/** ISO 8601 has four digits for a year. An offset may lead out of them, and the answer could not be written then. */
const instants = { first: new Date('0001-01-01T00:00:00Z'), last: new Date('9999-12-31T23:59:59.999Z') }

/** ISO 8601 in UTC on the wire, a Date inside. */
export const instant = () =>
  z.codec(z.iso.datetime({ offset: true }), z.date().min(instants.first).max(instants.last), {
    decode: (value) => new Date(value),
    encode: (value) => value.toISOString(),
  })

/** A time of day, 00:00 to 23:59. */
export const timeOfDay = () => z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)

/** The end of a part of a day: a time of day, or 24:00, the end of the day. */
export const endOfHours = () => z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/)

/** A calendar day, YYYY-MM-DD, without a zone. */
export const day = () => z.iso.date()

/** ASCII before the @, at most 254 characters, lower case: addresses are compared without case. */
export const email = () => z.string().trim().toLowerCase().max(254).pipe(z.email())

/** A phone number similar to E.164: 8 to 15 digits with an optional +. Blanks, dots, hyphens and brackets are removed. */
export const phone = () =>
  z
    .string()
    .transform((value) => value.replace(/[\s().-]/g, ''))
    .pipe(z.union([z.literal('').transform(() => null), z.string().regex(/^\+?\d{8,15}$/)]))
    .nullable()

/** A day and a time of day in the time zone of the business unit: 2026-12-31T08:30. */
export const localMoment = () =>
  z
    .string()
    .refine(
      (text) =>
        /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) && z.iso.datetime({ local: true }).safeParse(`${text}:00`).success,
    )

/**
 * A new password. It is stored as typed. Blanks at its ends do not count towards the minimum length. NUL is refused because some hash
 * functions stop at it.
 */
export const newPassword = () =>
  z
    .string()
    .min(passwordBounds.minLength)
    .max(passwordBounds.maxLength)
    .refine((value) => storable(value) && value.trim().length >= passwordBounds.minLength)

/** A password to check. Only its length is limited. */
export const requiredPassword = () => z.string().min(1).max(passwordBounds.maxLength).refine(storable)

/** One label of a host name: a subdomain. */
export const subdomain = () =>
  z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/)

/** A full host name without port, in lower case; empty becomes null. The shape works for requests and answers. */
export const hostName = () =>
  z.codec(z.string().trim().toLowerCase().max(253).regex(fullName).nullable(), z.string().nullable(), {
    decode: (value) => value || null,
    encode: (value) => value,
  })
const fullName = /^(?:|(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{1,61})$/

/**
 * The https address of an external page, normalised as a browser does; empty becomes null. The shape works for requests and answers.
 * A stored address that today's rules refuse is answered as null.
 */
export const pageUrl = () =>
  z.codec(asAddress.nullable(), z.string().nullable(), {
    decode: (value) => value || null,
    encode: (value) => (asAddress.safeParse(value).success ? value : null),
  })

/** True for an address without user name, direction marks and invisible characters: it must show its true host. */
export const isHonest = (value: string) => isOneLine(value) && !/\p{Cf}|\\|^[a-z]+:\/*[^/?#]*@/iu.test(value)
const honestText = z.string().trim().max(500).refine(isHonest)
const asPage = z.url({ protocol: /^https$/, hostname: z.regexes.domain, normalize: true }).max(500)
const asAddress = honestText.pipe(z.union([z.literal(''), asPage]))

/** The https address of an external page, as in `pageUrl`, but required. */
export const requiredPageUrl = () => honestText.min(1).pipe(asPage)

/** An amount of money with at most two decimals, as text: "12.50". A number of JavaScript would round it. */
export const money = () =>
  z
    .string()
    .regex(/^\d{1,8}(?:\.\d{1,2})?$/)
    .overwrite((amount) => {
      const [whole = '', decimals = ''] = amount.split('.')
      return `${whole.replace(/^0+(?=\d)/, '')}.${decimals.padEnd(2, '0')}`
    })

/** A calendar month, YYYY-MM. */
export const month = () => z.string().regex(/^20\d\d-(?:0[1-9]|1[0-2])$/)

export const language = () => z.enum(languages)
