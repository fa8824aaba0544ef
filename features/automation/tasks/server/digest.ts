// The digest of the messages that a person did not get one by one. Next: digest-store.ts, commands.ts.
import { inEachLanguage, inLanguage, type Language, type Texts } from '#catalogue/languages.ts'

/** The value of a notification has at most this length. */
export const maxMessageLength = 2_000

/** Characters of one message in a digest. */
const maxEntryLength = 200

/** The instant at which the digest of a message is sent: the next full hour. */
export const digestAt = (now: Date): Date => new Date((Math.floor(now.getTime() / 3_600_000) + 1) * 3_600_000)

type Entry = { task: string; text: Texts }

/** The messages in each language, a line for each; those that do not fit are counted. */
export const digestText = (entries: readonly Entry[]): Record<Language, string> =>
  inEachLanguage((language) => {
    const lines = entries.map(({ task, text }) =>
      `${task}: ${inLanguage(text, language)}`
        .replaceAll(/\s*\n\s*/g, ' · ')
        .slice(0, maxEntryLength)
        .toWellFormed(),
    )
    const rest = (from: number) => `… (+${lines.length - from})`
    let shown = lines.length
    const textOf = (count: number) =>
      [...lines.slice(0, count), ...(count < lines.length ? [rest(count)] : [])].join('\n')
    while (shown > 0 && textOf(shown).length > maxMessageLength) shown -= 1
    return textOf(shown)
  })
