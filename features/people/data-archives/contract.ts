// Copies of all data of one person as one file (LGPD art. 18, GDPR art. 15 and 20): for the person, and for who manages people of the unit.
// Next: server/content.ts (what an archive contains), server/jobs.ts (writes it).
import { z } from 'zod'
import { flag, id, instant } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { added } from '#platform/contract/list.ts'

export const listArchives = call({
  method: 'GET',
  path: 'auth/data_archives/all',
  summary: 'The copies of data that the caller has asked for in the last day.',
  access: 'portal.use',
  does: 'read',
  input: z.object({}),
  answers: z.array(
    z.object({
      id: id(),
      /** The name of the person whose data it has. */
      name: z.string(),
      own: flag(),
      state: z.enum(['waiting', 'ready', 'failed', 'downloaded']),
      bytes: z.number().int().nullable(),
      created_at: instant(),
      /** When the file is removed; null: it is not ready. */
      expires_at: instant().nullable(),
    }),
  ),
})

export const requestOwnArchive = call({
  method: 'POST',
  path: 'auth/data_archives/own',
  summary: 'Asks for a copy of all data of the caller in this business unit and of their account.',
  access: 'portal.use',
  does: 'write',
  audit: 'user.data_requested',
  personal: true,
  input: z.object({}),
  answers: added,
})

export const requestArchive = call({
  method: 'POST',
  path: 'auth/data_archives/add',
  summary: 'Asks for a copy of all data of a person in this business unit.',
  access: 'user.archive',
  does: 'write',
  audit: 'user.data_requested',
  personal: true,
  input: z.object({ id: id() }),
  answers: added,
})

export const readArchiveFile = call({
  method: 'GET',
  path: 'auth/data_archives/file',
  summary: 'The file of a copy of data: once, within a day, for who asked for it and still may.',
  access: 'portal.use',
  does: 'outside',
  audit: 'user.data_downloaded',
  personal: true,
  input: z.object({ id: id() }),
  // The answer is a file, so there is no schema.
  answers: z.unknown(),
})
