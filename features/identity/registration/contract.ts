// Self-registration: a person registers for a business unit and confirms the e-mail with a mailed link; then the person signs in, or waits
// for the approval of an administrator. No answer tells whether an e-mail has an account. Next: server/commands.ts.
import { z } from 'zod'
import {
  email,
  flag,
  requiredPassword,
  id,
  instant,
  language,
  newPassword,
  optionalText,
  phone,
  text,
} from '#catalogue/fields.ts'
import { phoneCountries } from '#catalogue/phone-countries.ts'
import { call } from '#platform/contract/call.ts'
import { done } from '#platform/contract/list.ts'
import { renamed } from '#platform/contract/wire.ts'
import { fieldDefinition, customValues } from '#features/organisation/custom-fields/contract.ts'
import { readableTerm } from '#features/organisation/user-terms/contract.ts'
import { loginAnswer } from '#features/identity/sessions/contract.ts'
import { redirectAnswer } from '#features/identity/sign-in/contract.ts'

/** Returns the path of the page of a mailed link. */
export const verifyPath = (token: string) => `/register/verify/${token}`

export const registerEnabled = call({
  method: 'GET',
  path: 'register/isEnable',
  summary:
    'Whether people may register at this host: at that of a business unit which allows it, or of a partner with a default business unit for it.',
  access: 'anyone',
  does: 'outside',
  audit: null,
  input: z.object({}),
  answers: z.object({ status: z.boolean() }),
})

export const readRegisterForm = call({
  method: 'POST',
  path: 'register/config',
  summary:
    'What the registration form of this host asks for. 404 when nobody may register here, 403 outside the IP addresses of the business unit.',
  access: 'anyone',
  does: 'outside',
  audit: null,
  input: z.object({}),
  answers: z.object({
    unit: z.string(),
    /** The country of a phone number that is typed without the code of its country. */
    phone_country: z.enum(phoneCountries),
    approval: flag(),
    custom_fields: z.array(fieldDefinition),
    /** Terms to accept with the registration. */
    terms: z.array(readableTerm),
  }),
})

export const register = call({
  method: 'POST',
  path: 'register',
  summary:
    'Registers a person and mails the link that confirms the address. A known address gets the same answer, and another mail.',
  access: 'anyone',
  does: 'outside',
  audit: null, // the person is known once the link is used: then the service writes `registration.verified`
  input: renamed(
    {
      name: text(120),
      email: email(),
      phone: phone().optional(),
      password: newPassword(),
      language: language().optional(),
      department: optionalText(80).optional(),
      custom_fields: customValues.optional(),
      /** The accepted terms of `register/config`. */
      terms: z
        .array(z.object({ id: id(), version: z.number().int() }))
        .max(20)
        .optional(),
    },
    { name: 'nome_usuario' },
  ),
  answers: z.object({ status: z.literal(true), message: z.string(), verify: flag(), approval: flag() }),
})

export const verifyRegistration = call({
  method: 'POST',
  path: 'register/verify',
  summary:
    'Confirms a registration with the token of the mailed link and the chosen password, and begins the session. `redirect_two_factor`: the set-up of a second factor comes first. `waiting`: an administrator must approve first. `joined`: a person of another business unit of the partner is a member now, and signs in as before.',
  access: 'anyone',
  does: 'outside',
  audit: null, // the service writes `registration.verified`, because no session exists
  input: z.object({ token: z.string().max(200), password: requiredPassword() }),
  answers: z.discriminatedUnion('status', [
    loginAnswer,
    redirectAnswer,
    z.object({ status: z.literal('waiting'), message: z.string() }),
    z.object({ status: z.literal('joined'), message: z.string() }),
  ]),
})

/** Maximum number of waiting registrations in one answer. The others are listed after the first ones were approved or declined. */
export const maxListedRegistrations = 100

export const listRegistrations = call({
  method: 'GET',
  path: 'auth/registrations/all',
  summary: `The first ${maxListedRegistrations} registrations that wait for approval, oldest first.`,
  access: 'user.add',
  does: 'read',
  input: z.object({}),
  answers: z.array(
    renamed(
      {
        id: id(),
        name: z.string(),
        email: z.string(),
        phone: z.string().nullable(),
        department: z.string().nullable(),
        /** S: the person has an account in another business unit of the partner, and keeps it. */
        known: flag(),
        created_at: instant(),
      },
      { name: 'nome_usuario' },
    ),
  ),
})

export const approveRegistration = call({
  method: 'POST',
  path: 'auth/registrations/approve',
  summary: 'Makes a person of a waiting registration, and mails that they may sign in now.',
  access: 'user.add',
  personal: true,
  does: 'write',
  audit: 'registration.approved',
  input: z.object({ id: id() }),
  answers: done,
})

export const declineRegistration = call({
  method: 'POST',
  path: 'auth/registrations/decline',
  summary: 'Erases a waiting registration, and mails that it was declined.',
  access: 'user.add',
  personal: true,
  does: 'write',
  audit: 'registration.declined',
  input: z.object({ id: id() }),
  answers: done,
})
