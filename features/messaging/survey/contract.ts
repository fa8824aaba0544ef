// The profile survey: one question after the sign-in, the position of a person. The platform's staff switch it on for everybody, masters
// for the business units of their partner. The answer is a position and gives no rights.
import { z } from 'zod'
import { flag, id, text } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { can, done } from '#platform/contract/list.ts'
import { renamed } from '#platform/contract/wire.ts'

export const positions = ['diretor', 'supervisor', 'gerente', 'analista', 'outro'] as const
export type Position = (typeof positions)[number]

/** The maximum length of the free text of the position `outro`, in characters. */
export const longestDetail = 80

/** The maximum number of free texts in one answer of the API. */
export const maxListedDetails = 100

export const answerSurvey = call({
  method: 'POST',
  path: 'auth/users/send/questionario/perfil',
  summary:
    'Stores the position of the caller: diretor, supervisor, gerente, analista, or the text for another one. It never changes the profile.',
  access: 'portal.use',
  does: 'write',
  audit: 'survey.answered',
  personal: true,
  input: renamed({ user_id: id(), position: text(longestDetail) }, { position: 'perfil_usuario' }),
  answers: done,
})

const nonNegativeCount = () => z.number().int().min(0)

export const readSurvey = call({
  method: 'GET',
  path: 'auth/survey/get',
  summary: 'Whether the survey asks the people of the partner, or of the whole platform, and what they have answered.',
  access: 'survey.read',
  does: 'read',
  input: z.object({}),
  answers: z.object({
    enabled: flag(),
    /** True when the platform asks everybody, whatever the partner has chosen. */
    by_platform: flag(),
    version: z.number().int(),
    people: nonNegativeCount(),
    answered: nonNegativeCount(),
    positions: z.array(z.object({ position: z.enum(positions), people: nonNegativeCount() })),
    /** The free texts of the position `outro`, the most frequent first. */
    details: z.array(z.object({ detail: z.string(), people: nonNegativeCount() })).max(maxListedDetails),
    can,
  }),
})

export const updateSurvey = call({
  method: 'PUT',
  path: 'auth/survey/update',
  summary: 'Switches the survey on or off. Everybody who has not answered is asked after the next sign-in.',
  access: 'survey.update',
  does: 'write',
  audit: 'survey.updated',
  input: z.object({ version: z.number().int(), enabled: flag() }),
  answers: done,
})
