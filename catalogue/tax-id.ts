// Brazilian tax ids: CPF of a person, CNPJ of an organisation, with their check digits. Both are stored without punctuation.
// Sources: Receita Federal, IN RFB 2.119/2022 (CNPJ; letters since July 2026 by IN RFB 2.229/2024), IN RFB 1.548/2015 (CPF).
import { z } from 'zod'

export const taxpayers = ['legal', 'physical'] as const
export type Taxpayer = (typeof taxpayers)[number]

/** A tax id without punctuation, in capitals; empty becomes null. The shape works for requests and answers. */
export const taxId = () =>
  z.codec(
    z
      .string()
      .max(40)
      .overwrite((typed) => typed.replace(/[\s./-]/g, '').toUpperCase())
      .regex(/^(?:[0-9A-Z]{11,14})?$/)
      .nullable(),
    z.string().nullable(),
    { decode: (value) => value || null, encode: (value) => value },
  )

/** Checks the length and the check digits of a tax id. Ids of one repeated digit are refused: no authority issues them. */
export function isTaxId(id: string, taxpayer: Taxpayer): boolean {
  if (/^(.)\1*$/.test(id)) return false
  return taxpayer === 'legal' ? isCnpj(id) : isCpf(id)
}

const isCpf = (id: string) => /^\d{11}$/.test(id) && endsWithChecks(id, 11)
const isCnpj = (id: string) => /^[0-9A-Z]{12}\d{2}$/.test(id) && endsWithChecks(id, 9)

/** `mostWeight`: the weights count from 2 up to it, from the right, and begin again. */
function endsWithChecks(id: string, mostWeight: number): boolean {
  const body = id.slice(0, -2)
  const first = checkDigit(body, mostWeight)
  return id === `${body}${first}${checkDigit(`${body}${first}`, mostWeight)}`
}

/** Modulo 11. A letter counts as its ASCII code minus 48. */
function checkDigit(body: string, mostWeight: number): number {
  const sum = Array.from(body)
    .toReversed()
    .reduce((total, sign, at) => total + (sign.charCodeAt(0) - 48) * ((at % (mostWeight - 1)) + 2), 0)
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}

/** Adds the punctuation, also while the id is typed: `12.345.678/0001-95`, `123.456.789-09`. */
export function writtenTaxId(typed: string, taxpayer: Taxpayer): string {
  const signs = typed.replace(/[^0-9a-z]/gi, '').toUpperCase()
  const parts = taxpayer === 'legal' ? [2, 3, 3, 4, 2] : [3, 3, 3, 2]
  const separators = taxpayer === 'legal' ? ['', '.', '.', '/', '-'] : ['', '.', '.', '-']
  let rest = signs
  let text = ''
  for (const [at, length] of parts.entries()) {
    if (rest === '') break
    text += `${separators[at]}${rest.slice(0, length)}`
    rest = rest.slice(length)
  }
  return text
}
