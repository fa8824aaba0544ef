// Looks up the address of a Brazilian postal code at a service that answers as ViaCEP does (https://viacep.com.br).
import { z } from 'zod'
import type { AnswerOf } from '#platform/contract/call.ts'
import { federalUnits } from '#catalogue/legal-fields.ts'
import type { Outgoing } from '#platform/server/outgoing.ts'
import type { findAddress } from '../contract.ts'

const part = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .transform((text) => text || null)
    .nullish()
    .transform((text) => text ?? null)
    .catch(null)

const answer = z.object({
  logradouro: part(200),
  bairro: part(100),
  localidade: z.string().trim().min(1).max(100),
  uf: z.string(),
})

/** A form waits for the answer only so long. */
const waitMs = 3_000

/** Null for an unknown code, and for a service that cannot be used: the address is typed then. */
export async function addressOf(
  outgoing: Outgoing,
  service: string,
  cep: string,
): Promise<AnswerOf<typeof findAddress>['found']> {
  try {
    const response = await outgoing.fetch(service.replace('{cep}', cep), { waitMs })
    const found = answer.safeParse(response.ok ? await response.json() : null).data
    if (!found) return null
    const state = federalUnits.find((unit) => unit === found.uf) ?? null
    return { address: found.logradouro, neighborhood: found.bairro, city: found.localidade, state }
  } catch {
    return null
  }
}
