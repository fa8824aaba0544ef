// The thread that cleans HTML (cleaning.ts). A refusal is an answer, because an error loses its class on the way to the main thread.
import { Failure } from '#platform/contract/failure.ts'
import { replyWith } from '../thread-reply.ts'
import { acceptedTexts, type HtmlText } from './accepted.ts'
import type { CleanReply } from './cleaning.ts'

replyWith((texts: HtmlText[]): CleanReply => {
  try {
    return { texts: acceptedTexts(texts) }
  } catch (failure) {
    if (failure instanceof Failure) return { refusal: { code: failure.code, details: failure.details } }
    throw failure
  }
})
