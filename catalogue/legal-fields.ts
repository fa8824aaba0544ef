// Fields of registration data: invoice addresses, postal codes and federal units. They are apart from fields.ts, which every page loads.
import { z } from 'zod'
import { email } from './fields.ts'

/** Up to `max` addresses in one text, separated by commas or semicolons; without repetitions. The shape works for requests and answers. */
export const emails = (max: number) =>
  z.codec(
    z
      .string()
      .max(max * 260)
      .refine((typed) => parts(typed).length <= max && parts(typed).every((part) => email().safeParse(part).success))
      .nullable(),
    z.array(z.string()),
    {
      decode: (typed) => [...new Set(parts(typed ?? '').map((part) => part.toLowerCase()))],
      encode: (addresses) => addresses.join(', ') || null,
    },
  )
const parts = (typed: string) => typed.split(/[,;\s]+/).filter((part) => part !== '')

/** A Brazilian postal code (CEP), eight digits without the hyphen; empty becomes null. The shape works for requests and answers. */
export const postalCode = () =>
  z.codec(
    z
      .string()
      .max(20)
      .overwrite((typed) => typed.replace(/[\s.-]/g, ''))
      .regex(/^(?:\d{8})?$/)
      .nullable(),
    z.string().nullable(),
    { decode: (value) => value || null, encode: (value) => value },
  )

/** The federal units of Brazil, by their official abbreviations. */
// prettier-ignore
export const federalUnits = [
  'AC', 'AL', 'AM', 'AP', 'BA', 'CE', 'DF', 'ES', 'GO', 'MA', 'MG', 'MS', 'MT', 'PA',
  'PB', 'PE', 'PI', 'PR', 'RJ', 'RN', 'RO', 'RR', 'RS', 'SC', 'SE', 'SP', 'TO',
] as const
export type FederalUnit = (typeof federalUnits)[number]
export const federalUnit = () => z.enum(federalUnits).nullable()
