// The legal data of a partner: its legal name, address and contacts. The partner's staff maintain them at the partner's host, and the staff
// of the platform at the platform's host. The screen `registration` shows them; the word registration alone means that people register
// themselves (features/identity/registration).
import { z } from 'zod'
import { email, id, optionalText, phone } from '#catalogue/fields.ts'
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
  email_invoice: optionalEmail(),
  commercial_phone: phone(),
  contact_name: optionalText(120),
  address: optionalText(200),
  number: optionalText(20),
  complement: optionalText(100),
  neighborhood: optionalText(100),
  city: optionalText(100),
}

/** Refuses a tax id that is not valid for the kind of taxpayer. */
export const withTaxId = <T extends z.ZodType<{ client_type: (typeof taxpayers)[number]; cnpj_cpf: string | null }>>(
  shape: T,
) =>
  shape.refine(({ client_type, cnpj_cpf }) => cnpj_cpf === null || isTaxId(cnpj_cpf, client_type), {
    path: ['cnpj_cpf'],
  })

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
    client_type: z.enum(taxpayers),
    cnpj_cpf: z.string().nullable(),
    fantasy_name: z.string().nullable(),
    state_registration: z.string().nullable(),
    business_email: z.string().nullable(),
    email_invoice: z.string().nullable(),
    commercial_phone: z.string().nullable(),
    contact_name: z.string().nullable(),
    address: z.string().nullable(),
    number: z.string().nullable(),
    complement: z.string().nullable(),
    neighborhood: z.string().nullable(),
    city: z.string().nullable(),
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
  input: withTaxId(z.object({ parceiro_id: id().optional(), version: z.number().int(), ...legalFields })),
  answers: done,
})
