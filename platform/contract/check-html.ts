// The call behind the import of HTML into an editor: it checks the HTML before the person goes on writing, and stores nothing.
import { z } from 'zod'
import { requiredLines } from '#catalogue/fields.ts'
import { type Access, call } from './call.ts'

/** Example: `checkHtmlCall('auth/faq/html/check', 'faq_entry.update', longestAnswer)`. */
export const checkHtmlCall = (path: string, access: Access, max: number) =>
  call({
    method: 'POST',
    path,
    summary:
      'Checks HTML from elsewhere: answers it cleaned, or refuses it and names what is not allowed. Stores nothing.',
    access,
    does: 'outside',
    audit: null, // it stores nothing
    input: z.object({ html: requiredLines(max) }),
    answers: z.object({ html: z.string() }),
  })

export type CheckHtmlCall = ReturnType<typeof checkHtmlCall>
