/** In pt-BR, en-US, es and pt-PT. */
export type Sentence = readonly [ptBR: string, enUS: string, es: string, ptPT: string]

/** A place is what a person sees at once: a page, a dialog, or a part of them. */
export type SentencesByPlace = Readonly<Record<string, Readonly<Record<string, Sentence>>>>
