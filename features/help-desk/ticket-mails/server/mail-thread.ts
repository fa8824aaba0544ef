// The thread that parses mails (read-in-thread.ts).
import { replyWith } from '#platform/server/thread-reply.ts'
import { readMail, type ReadMail } from './read-mail.ts'

replyWith(async (raw: Uint8Array): Promise<{ mail: ReadMail | undefined }> => ({ mail: await readMail(raw) }))
