// Each sentence that a journey looks for is one phrase of the product, with this wording in all four languages. A journey then reads it in
// one language only, and proves that the page shows this phrase.
import { expect, it } from 'vitest'
import { type Language, languages } from '#catalogue/languages.ts'
import { changeDueMessages } from '#features/identity/passwords/server/rules.ts'
import { checkout } from '#platform/server/machine/checkout.ts'
import { loadPhraseSets } from '../../tools/phrases/phrase-sets.ts'
import { said } from './all.ts'
import { type Sentence, sentenceIn, type Sentences } from './in-languages.ts'
import { sessionSentences } from './session-statuses.ts'
import { refusalSentences } from './sign-in-refusals.ts'
import { stepSentences } from './sign-in-steps.ts'

type Phrase = { key: string; wording: Sentence }

/** The journeys read only this part of the phrase: its other part names a time, or a host with the port of the run. */
const partOf: Readonly<Record<string, string>> = {
  'sign-in-steps.nobodysHost': 'identity.signIn.domain.text',
  'session-statuses.waitingText': 'identity.remoteAccess.wait.text',
}

const inFour = (text: (language: Language) => string): Sentence => [
  text('pt-BR'),
  text('en-US'),
  text('es'),
  text('pt-PT'),
]
/** These are no phrases: they are in the answer of the sign-in. */
const ofServer = (['expired', 'rules'] as const).map((why) => ({
  key: `dueWords.${why}`,
  wording: inFour((language) => changeDueMessages[language][why]),
}))
const ofCatalogue = (await loadPhraseSets(checkout)).flatMap(({ sentences }) =>
  [...sentences['pt-BR'].keys()].map((key) => ({
    key,
    wording: inFour((language) => sentences[language].get(key) ?? ''),
  })),
)
const phrases: readonly Phrase[] = [...ofCatalogue, ...ofServer]

const placeholder = /\{\{.*?\}\}/g
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
/** A phrase that is a placeholder alone would match every sentence. */
const fillable = phrases.filter(
  ({ wording }) => wording[0].includes('{{') && /\p{L}/u.test(wording[0].replace(placeholder, '')),
)

/** The values of the placeholders in a language; null when the phrase does not match the sentence. */
function filledIn(language: Language, { wording }: Phrase, sentence: Sentence): readonly string[] | null {
  const pattern = sentenceIn(language, wording).split(placeholder).map(escaped).join('(.+)')
  return new RegExp(`^${pattern}$`).exec(sentenceIn(language, sentence))?.slice(1) ?? null
}

const isExact = (sentence: Sentence) =>
  phrases.some(({ wording }) => languages.every((each) => sentenceIn(each, wording) === sentenceIn(each, sentence)))

/** The value of a placeholder is a name, the same in all languages, or another phrase, such as the label of a field. */
const isFilled = (sentence: Sentence) =>
  fillable.some((phrase) => {
    const first = filledIn('pt-BR', phrase, sentence)
    if (first === null || languages.some((each) => filledIn(each, phrase, sentence) === null)) return false
    return first.every((value, at) => {
      const values = inFour((each) => filledIn(each, phrase, sentence)?.[at] ?? '')
      return values.every((other) => other === value) || isExact(values)
    })
  })

const isPart = (sentence: Sentence, key: string) =>
  phrases.some(
    (phrase) =>
      phrase.key === key &&
      languages.every((each) => sentenceIn(each, phrase.wording).includes(sentenceIn(each, sentence))),
  )

/** The faults of a sentence: the languages in which its phrase has another wording, or that no phrase has the wording in any language. */
function nearest(sentence: Sentence): string {
  const differing = ({ wording }: Phrase) =>
    languages.filter((each) => sentenceIn(each, wording) !== sentenceIn(each, sentence))
  const [best] = phrases.toSorted((a, b) => differing(a).length - differing(b).length)
  const where = best ? differing(best) : languages
  return best && where.length < languages.length
    ? `${best.key} differs in ${where.join(', ')}`
    : 'no phrase says this: after a change of the phrase, change the table in journeys/told-sentences'
}

function faultOf(sentence: Sentence, whole: string | undefined): string | null {
  if (whole !== undefined) return isPart(sentence, whole) ? null : `${whole} does not contain it in all languages`
  return isExact(sentence) || isFilled(sentence) ? null : nearest(sentence)
}

const tables: readonly (readonly [string, Sentences])[] = [
  ...Object.entries(said),
  ['sign-in-refusals', refusalSentences],
  ['sign-in-steps', stepSentences],
  ['session-statuses', sessionSentences],
]

it.each(tables)('%s: each sentence is one phrase in four languages', (table, sentences) => {
  const faults = Object.entries(sentences).flatMap(([name, sentence]) => {
    const fault = faultOf(sentence, partOf[`${table}.${name}`])
    return fault === null ? [] : [`${name} (“${sentence[0]}”): ${fault}`]
  })
  expect(faults).toEqual([])
})
