// All sentences that the journey looks for, by place.
import { broadcastSentences } from './broadcasts.ts'
import { formSentences } from './forms.ts'
import { messageSentences } from './messages.ts'
import { notificationSentences } from './notifications.ts'
import { popupSentences } from './popup.ts'
import { questionSentences } from './questions.ts'
import { reportSentences } from './reports.ts'
import { surveySentences } from './survey.ts'
import { templateSentences } from './templates.ts'
import { termSentences } from './terms.ts'
import { updateSentences } from './updates.ts'

/** The sections are those of the specification. */
export const said = {
  ...popupSentences,
  ...questionSentences,
  ...notificationSentences,
  ...reportSentences,
  ...messageSentences,
  ...templateSentences,
  ...termSentences,
  ...updateSentences,
  ...broadcastSentences,
  ...surveySentences,
  ...formSentences,
} as const

export type Place = keyof typeof said
