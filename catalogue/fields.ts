// Field shapes that several contracts share. A codec turns the wire's form (S/N, ISO text) into ours and back.
// Rules that need the database (a taken e-mail) are constraints, not shapes.
import { z } from 'zod'
import { languages } from './languages.ts'
import { password as passwordBounds } from './limits.ts'

/** PostgreSQL refuses NUL in text and changes lone surrogates in silence: neither may enter. */
const storable = (value: string) => !value.includes('\0') && value.isWellFormed()

/** Nothing that ends a line, rings or moves a cursor: such text breaks out of no header of a mail and no line of a list (U7). */
export const isOneLine = (value: string): boolean => !/\p{Cc}|[\u2028\u2029]/u.test(value)

/** Trimmed, and what looks the same is the same: accents are composed, as keyboards write them and some file systems do not. */
const lines = () => z.string().refine(storable).normalize('NFC').trim()

/** And nothing in it that nobody sees: marks without a width or of direction, and more than one blank at a time (Z8). */
export const line = () => lines().overwrite(withoutUnseen).trim()

const withoutUnseen = (value: string) =>
  value.replace(/[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g, '').replace(/\p{Zs}+/gu, ' ')

/** One trimmed line of 1 to `max` characters. */
export const text = (max: number) => line().min(1).max(max).refine(isOneLine)

/** One line that may be left out; empty becomes null. Works both ways, so that the same shape asks and answers. */
export const optionalText = (max: number) => orNull(line().max(max).refine(isOneLine))

/** The same for what people write into several lines: descriptions. */
export const optionalLines = (max: number) => orNull(lines().max(max))

/** Several lines that must be given. */
const givenLines = (max: number) => lines().min(1).max(max)

/** One line for each language; all but the default language's may be left out. */
export const texts = (max: number) =>
  z.object({ 'pt-BR': text(max), 'en-US': optionalText(max), es: optionalText(max), 'pt-PT': optionalText(max) })

/** The same for several lines. */
export const longTexts = (max: number) =>
  z.object({
    'pt-BR': givenLines(max),
    'en-US': optionalLines(max),
    es: optionalLines(max),
    'pt-PT': optionalLines(max),
  })

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

/** ISO 8601 in UTC on the wire, a Date inside. */
export const instant = () =>
  z.codec(z.iso.datetime({ offset: true }), z.date(), {
    decode: (value) => new Date(value),
    encode: (value) => value.toISOString(),
  })

/** A time of day, HH:MM; 24:00 is the end of it. */
export const timeOfDay = () => z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/)

/** A calendar day, YYYY-MM-DD, without a zone. */
export const day = () => z.iso.date()

/** ASCII left of the @, at most 254 characters, lower case: people are told apart case-insensitively. */
export const email = () => z.string().trim().toLowerCase().max(254).pipe(z.email())

/** E.164-like: digits with an optional +, 8 to 15 of them; blanks, dots, hyphens and brackets are dropped. */
export const phone = () =>
  z
    .string()
    .transform((value) => value.replace(/[\s().-]/g, ''))
    .pipe(z.union([z.literal('').transform(() => null), z.string().regex(/^\+?\d{8,15}$/)]))
    .nullable()

/** A password to set. Taken exactly: never trimmed or cut; NUL is refused because hashes may stop there. */
export const newPassword = () => z.string().min(passwordBounds.minLength).max(passwordBounds.maxLength).refine(storable)

/** A password to check: whatever a person types, short of abuse. */
export const givenPassword = () => z.string().min(1).max(passwordBounds.maxLength).refine(storable)

/** A label of a host name: a subdomain. */
export const subdomain = () =>
  z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/)

/** A full host name without port, lower case; empty becomes null. Works both ways. */
export const hostName = () =>
  z.codec(z.string().trim().toLowerCase().max(253).regex(fullName).nullable(), z.string().nullable(), {
    decode: (value) => value || null,
    encode: (value) => value,
  })
const fullName = /^(?:|(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{1,61})$/

/**
 * The address of a page elsewhere, over TLS, as a browser reads it; empty becomes null. Works both ways: one of before that would be
 * refused now is none.
 */
export const pageAddress = () =>
  z.codec(asAddress.nullable(), z.string().nullable(), {
    decode: (value) => value || null,
    encode: (value) => (asAddress.safeParse(value).success ? value : null),
  })

/** Nothing before the host that looks like one, and nothing that is read in another order than it stands or not seen at all. */
const isHonest = (value: string) => isOneLine(value) && !/\p{Cf}|\\|^[a-z]+:\/*[^/?#]*@/iu.test(value)
const asAddress = z
  .string()
  .trim()
  .max(500)
  .refine(isHonest)
  .pipe(z.union([z.literal(''), z.url({ protocol: /^https$/, hostname: z.regexes.domain, normalize: true }).max(500)]))

export const language = () => z.enum(languages)
