// Checks the phrases of the product in four languages: complete, used, translated, with the same placeholders.
// It does not translate. The compiler already demands pt-BR's keys of the other languages where a type says so.
// Next: phrases/phrase-sets.ts (loading), phrases/mentions.ts (used keys), phrases/equal-sentences.ts, phrases/dialects.ts.
import { dirname } from 'node:path'
import { placeholders } from './feature-files.ts'
import { equalSentences } from './phrases/equal-sentences.ts'
import { foreignWord } from './phrases/dialects.ts'
import { collectMentions, type Mentions } from './phrases/mentions.ts'
import { type Language, languages, loadPhraseSets, type PhraseSet } from './phrases/phrase-sets.ts'

/** pt-BR defines the keys. A key that is missing there does not exist. */
const source = 'pt-BR'

/** All faults of the phrases of the tree at `root`, one sentence each. */
export async function checkPhrases(root: string): Promise<string[]> {
  const sets = await loadPhraseSets(root)
  const mentions = collectMentions(root)
  return sets.flatMap((set) => [
    ...set.faults,
    ...findMissing(set),
    ...findUnused(set, mentions),
    ...findCopies(set),
    ...findForeignWords(set),
    ...findOtherPlaceholders(set),
    ...findTemplateSentences(set),
  ])
}

const plural = /_(zero|one|two|few|many|other)$/

/** Languages have different numbers of plural forms. Each language needs the general form (`_other`) of a plural key. */
function keysOf(sentences: ReadonlyMap<string, string>): Set<string> {
  return new Set([...sentences.keys()].map((key) => key.replace(plural, '_other')))
}

function findMissing({ folder, sentences }: PhraseSet): string[] {
  const sourceText = keysOf(sentences[source])
  return languages.flatMap((language) => {
    const file = `${folder}/${language}.ts`
    if (sentences[language].size === 0) return []
    const lacking = [...sourceText].filter((key) => !sentences[language].has(key))
    const extra = [...keysOf(sentences[language])].filter((key) => !sourceText.has(key))
    return [
      ...lacking.map((key) => `${file}: ${key} is missing`),
      ...extra.map((key) => `${file}: ${key} is not in ${source}, which is the source of keys`),
    ]
  })
}

/** Error sentences and their advice are keyed by error codes, and the compiler keeps the lists in step. */
function findUnused({ folder, sentences }: PhraseSet, { keys, patterns }: Mentions): string[] {
  if (['catalogue/phrases/errors', 'catalogue/phrases/advice'].includes(folder)) return []
  const isUsed = (key: string) => keys.has(key) || patterns.some((pattern) => pattern.test(key))
  return [...new Set([...sentences[source].keys()].map((key) => key.replace(plural, '')))]
    .filter((key) => !isUsed(key))
    .map((key) => `${folder}: ${key} is never used; remove it, or use it`)
}

/** Portuguese and Spanish share many words and short phrases, so only a longer equal sentence counts as a copy. */
const pairs: readonly { of: Language; as: Language; fromWords: number }[] = [
  { of: 'pt-BR', as: 'en-US', fromWords: 1 },
  { of: 'es', as: 'en-US', fromWords: 1 },
  { of: 'pt-PT', as: 'en-US', fromWords: 1 },
  { of: 'es', as: 'pt-BR', fromWords: 4 },
]

function findCopies({ folder, sentences }: PhraseSet): string[] {
  return pairs.flatMap(({ of, as, fromWords }) =>
    [...sentences[of]]
      .filter(
        ([key, text]) => text === sentences[as].get(key) && !equalSentences.has(text) && wordsIn(text) >= fromWords,
      )
      .map(
        ([key, text]) =>
          `${folder}/${of}.ts: ${key} is the same as in ${as} (“${text}”); translate it, or list it in equal-sentences.ts`,
      ),
  )
}

function findForeignWords({ folder, sentences }: PhraseSet): string[] {
  return languages.flatMap((language) =>
    [...sentences[language]].flatMap(([key, text]) => {
      const word = foreignWord(language, text)
      return word === null ? [] : [`${folder}/${language}.ts: ${key} says “${word}”, which is not ${language}`]
    }),
  )
}

function wordsIn(text: string): number {
  return text.replace(/\{\{.*?\}\}/g, ' ').match(/\p{L}{2,}/gu)?.length ?? 0
}

function findOtherPlaceholders({ folder, sentences }: PhraseSet): string[] {
  return languages.flatMap((language) =>
    [...sentences[language]].flatMap(([key, text]) => {
      const sourceText = sentences[source].get(key)
      if (sourceText === undefined) return []
      const [ownPlaceholders, sourcePlaceholders] = [placeholdersIn(text), placeholdersIn(sourceText)]
      return ownPlaceholders === sourcePlaceholders
        ? []
        : [
            `${folder}/${language}.ts: ${key} has ${ownPlaceholders || 'no placeholder'}, ${source} has ${sourcePlaceholders || 'none'}`,
          ]
    }),
  )
}

/** `npm run new-feature` writes sentences that fit any noun: a person must say what this one is. */
function findTemplateSentences({ folder, sentences }: PhraseSet): string[] {
  return languages.flatMap((language) =>
    [...sentences[language]]
      .filter(([, text]) => placeholders.has(text))
      .map(([key]) => `${folder}/${language}.ts: ${key} is still the template's sentence; write what people find here`),
  )
}

function placeholdersIn(text: string): string {
  return [...new Set([...text.matchAll(/\{\{\s*-?\s*(\w+).*?\}\}/g)].map((match) => `{{${match[1]}}}`))]
    .toSorted()
    .join(' ')
}

if (import.meta.main) {
  const faults = await checkPhrases(dirname(import.meta.dirname))
  for (const fault of faults) console.error(fault)
  console.log(
    faults.length === 0 ? 'Every phrase is complete in four languages.' : `Faults in phrases: ${faults.length}.`,
  )
  process.exitCode = faults.length === 0 ? 0 : 1
}
