// Lets a browser test write and forget the copy of the offline page.
import { forgetOfflineCopy } from '#platform/web/session/forget-offline-copy.ts'
import { writeOfflineCopy } from '../offline-copy.ts'

export type OfflineCopyOfTests = { write: typeof writeOfflineCopy; forget: typeof forgetOfflineCopy }

declare global {
  interface Window {
    offlineCopy: OfflineCopyOfTests
  }
}

window.offlineCopy = { write: writeOfflineCopy, forget: forgetOfflineCopy }
