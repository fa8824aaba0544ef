// Formats stored values for people. A run stores the compared cell as JSON; a condition stores what its author typed.
import type { Language } from '#catalogue/languages.ts'
import { makeLocalTime } from '#platform/contract/local-time.ts'
import { decimalSign } from '#platform/web/ui/number-text.ts'

const storedNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i
const typedNumber = /^[+-]?\d{1,15}(?:[.,](\d{1,10}))?$/
const storedInstant = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}.*)?$/

/** Formats a compared cell, with the decimals of a message (`cellText` of server/rules.ts). */
export function formattedCell(value: string, language: Language): string {
  if (storedNumber.test(value)) {
    const number = Number(value)
    return new Intl.NumberFormat(language, { maximumFractionDigits: Math.abs(number) < 1 ? 4 : 2 }).format(number)
  }
  return formattedInstant(value, language) ?? value
}

/** Formats the value of a condition. Keeps all typed decimals. */
export function formattedInput(value: string, language: Language): string {
  const text = value.trim()
  const number = typedNumber.exec(text)
  if (number === null) return formattedInstant(text, language) ?? text
  const decimals = number[1]?.length ?? 0
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return new Intl.NumberFormat(language, digits).format(Number(text.replace(',', '.')))
}

/** Leaves out the signs of thousands of the language, which a stored condition has not: `3.000.000,5` in pt-BR becomes `3000000,5`. */
export function withoutThousands(typed: string, language: Language): string {
  const [decimal, group] = decimalSign(language) === ',' ? [',', '.'] : ['.', ',']
  const text = typed.trim()
  const isGrouped = new RegExp(`^[+-]?[1-9]\\d{0,2}(?:[${group}\u00a0\u202f ]\\d{3})+(?:[${decimal}]\\d{1,10})?$`).test(
    text,
  )
  return isGrouped ? text.replaceAll(new RegExp(`[${group}\u00a0\u202f ]`, 'g'), '') : typed
}

/** Services write dates without a zone: `2026-11-23T00:00:00` is a day. */
function formattedInstant(value: string, language: Language): string | null {
  if (!storedInstant.test(value)) return null
  const isZoned = value.length === 10 || /(?:Z|[+-]\d{2}:?\d{2})$/.test(value.slice(10))
  const instant = new Date(isZoned ? value : `${value}Z`)
  if (Number.isNaN(instant.getTime())) return null
  const { date, dateTime } = makeLocalTime(language, 'UTC')
  return instant.getTime() % 86_400_000 === 0 ? date(instant) : dateTime(instant)
}

/** The name of a column of the answer for people: a column of the query itself has brackets around it, such as [Profit]. */
export const columnLabel = (name: string): string => /^\[([^\]]+)\]$/.exec(name)?.[1] ?? name
