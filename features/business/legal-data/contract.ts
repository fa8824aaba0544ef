// The legal data of a partner: its legal name, address and contacts. The partner's staff maintain them at the partner's host, and the staff
// of the platform at the platform's host. The screen `registration` shows them; the word registration alone means that people register
// themselves (features/identity/registration).
import { z } from 'zod'
import { email, id, optionalText, phone } from '#catalogue/fields.ts'
import { emails, federalUnit, federalUnits, postalCode } from '#catalogue/legal-fields.ts'
import { billing } from '#catalogue/limits.ts'
import { isTaxId, taxId, taxpayers } from '#catalogue/tax-id.ts'
import { call } from '#platform/contract/call.ts'
import { can, done } from '#platform/contract/list.ts'

const optionalEmail = () => z.union([z.literal('').transform(() => null), email()]).nullable()

/** Fields with their names in the specification (section 3, client and billing). All fields except `client_type` may be empty. */
export const legalFields = {
  client_type: z.enum(taxpayers),
  cnpj_cpf: taxId(),
  fantasy_name: optionalText(150),
  state_registration: optionalText(30),
  business_email: optionalEmail(),
  /** Where bills are sent to: addresses separated by commas or semicolons. */
  email_invoice: emails(billing.addressesPerClient),
  /** With the code of the country on the way out; a number without one is of Brazil. */
  commercial_phone: phone(),
  contact_name: optionalText(120),
  /** The postal code. */
  cep: postalCode(),
  address: optionalText(200),
  number: optionalText(20),
  complement: optionalText(100),
  neighborhood: optionalText(100),
  city: optionalText(100),
  /** The federal unit of Brazil; null outside of it. */
  state: federalUnit(),
}
export type LegalField = keyof typeof legalFields

/** The names of the fields, in the order of the forms: columns of `clients` and `partner_legal_data`, and what a bill copies. */
export const legalNames = Object.keys(legalFields) as LegalField[]

const nullable = z.string().nullable()

/** The same fields as an answer has them. */
export const legalAnswers = {
  client_type: z.enum(taxpayers),
  cnpj_cpf: nullable,
  fantasy_name: nullable,
  state_registration: nullable,
  business_email: nullable,
  email_invoice: emails(billing.addressesPerClient),
  commercial_phone: nullable,
  contact_name: nullable,
  cep: nullable,
  address: nullable,
  number: nullable,
  complement: nullable,
  neighborhood: nullable,
  city: nullable,
  state: nullable,
} satisfies Record<LegalField, z.ZodType>

/** Refuses a tax id that is not valid for the kind of taxpayer. */
export const withTaxId = <T extends z.ZodType<{ client_type: (typeof taxpayers)[number]; cnpj_cpf: string | null }>>(
  shape: T,
) =>
  shape.refine(({ client_type, cnpj_cpf }) => cnpj_cpf === null || isTaxId(cnpj_cpf, client_type), {
    path: ['cnpj_cpf'],
  })

/** What an issuer of bills has beside the legal fields. */
const issuerFields = {
  ...legalFields,
  /** The Pix key under which bills are paid: tax id, e-mail, mobile phone or random key. */
  pix_key: optionalText(77),
}

export const readLegalData = call({
  method: 'GET',
  path: 'auth/registration/get',
  summary: 'The registration data of the caller’s partner. Staff of the platform must choose `parceiro_id`.',
  access: 'legal_data.read',
  does: 'read',
  input: z.object({ parceiro_id: id().optional() }),
  answers: z.object({
    /** The name of the partner. */
    name: z.string(),
    ...legalAnswers,
    pix_key: nullable,
    /** The version of the data; 0: the partner has stored nothing yet. */
    version: z.number().int(),
    can,
  }),
})

export const updateLegalData = call({
  method: 'PUT',
  path: 'auth/registration/update',
  summary: 'Stores the registration data of the caller’s partner. Staff of the platform must choose `parceiro_id`.',
  access: 'legal_data.update',
  does: 'write',
  audit: 'legal_data.updated',
  input: withTaxId(z.object({ parceiro_id: id().optional(), version: z.number().int(), ...issuerFields })),
  answers: done,
})

export const findAddress = call({
  method: 'GET',
  path: 'auth/registration/address',
  summary:
    'The address of a Brazilian postal code, from the service that the operator configured. `found` is null: unknown, or there is no service.',
  access: 'legal_data.update',
  does: 'outside',
  audit: null, // the call stores nothing
  input: z.object({ cep: z.string().regex(/^\d{8}$/) }),
  answers: z.object({
    found: z
      .object({ address: nullable, neighborhood: nullable, city: nullable, state: z.enum(federalUnits).nullable() })
      .nullable(),
  }),
})
