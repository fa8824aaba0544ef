// The main language of texts in several languages: the one that must be given, and that other languages fall back to. Browser and server
// use the same rule. A business unit has its default language; records of the platform and of partners have pt-BR.
import { z } from 'zod'
import { isTextsSchema } from '#catalogue/fields.ts'
import type { Language } from '#catalogue/languages.ts'

/** The names of the fields of an input that hold texts in several languages. */
export function textsFieldsOf(input: z.ZodType): string[] {
  const wire = input instanceof z.ZodCodec ? input.def.in : input
  if (!(wire instanceof z.ZodObject)) return []
  return Object.entries(wire.shape).flatMap(([name, schema]) =>
    isTextsSchema(schema instanceof z.ZodOptional ? schema.unwrap() : schema) ? [name] : [],
  )
}

/** The given fields without a text in the main language. A change without a field leaves it as it is. */
export const withoutMainText = (fields: readonly string[], values: unknown, mainLanguage: Language): string[] =>
  fields.filter((name) => {
    const texts = (values as Record<string, { [L in Language]?: string | null } | undefined>)[name]
    return texts !== undefined && !texts[mainLanguage]?.trim()
  })
