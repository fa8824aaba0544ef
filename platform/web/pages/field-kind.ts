import { z } from 'zod'
import { isTextsSchema } from '#catalogue/fields.ts'
import { defaultLanguage } from '#catalogue/languages.ts'

export type FieldKind = { optional: boolean } & (
  | { kind: 'text'; max: number | null }
  | { kind: 'texts'; max: number }
  | { kind: 'flag' | 'day' }
  | { kind: 'number'; whole: boolean }
  | { kind: 'choice'; choices: string[] }
)

/** Reads the kind of a field from the schema of a call's input. A field that the call does not have is a programming error. */
export function fieldKind(input: z.ZodType, name: string): FieldKind {
  const schema = shapeOf(input)[name]
  if (schema === undefined) throw new Error(`the call has no field ${name}`)
  return kindOf(schema, false)
}

/** The fields of a record that a change may set, as a form holds them: an absent text is an empty box. */
export function fieldsOf(update: z.ZodType, record: Record<string, unknown>): Record<string, unknown> {
  const { id: _, version: __, ...fields } = shapeOf(update)
  const draft = (name: string) => record[name] ?? (fieldKind(update, name).kind === 'text' ? '' : null)
  return Object.fromEntries(Object.keys(fields).map((name) => [name, draft(name)]))
}

/** When wire names differ, the contract is a codec around the schema of the wire. */
function shapeOf(input: z.ZodType): Record<string, z.core.$ZodType | undefined> {
  const wire = input instanceof z.ZodCodec ? input.def.in : input
  return wire instanceof z.ZodObject ? wire.shape : {}
}

function kindOf(schema: z.core.$ZodType, optional: boolean): FieldKind {
  // A change may omit any field, so only nullable fields are optional for a person.
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return kindOf(schema.unwrap(), optional)
  if (schema instanceof z.ZodNullable) return kindOf(schema.unwrap(), true)
  if (schema instanceof z.ZodCodec) {
    return schema.def.out instanceof z.ZodBoolean ? { kind: 'flag', optional } : kindOf(schema.def.in, optional)
  }
  if (schema instanceof z.ZodEnum) return { kind: 'choice', choices: schema.options.map(String), optional }
  if (schema instanceof z.ZodNumber) return { kind: 'number', whole: schema.isInt, optional }
  if (isTextsSchema(schema)) return { kind: 'texts', max: longest(schema), optional }
  if (schema instanceof z.ZodISODate) return { kind: 'day', optional }
  return { kind: 'text', max: schema instanceof z.ZodString ? schema.maxLength : null, optional }
}

/** The maximum length of a text in one language, and therefore in each. */
function longest({ shape }: z.ZodObject): number {
  const text = kindOf(shape[defaultLanguage] as z.core.$ZodType, false)
  return (text.kind === 'text' && text.max) || 0
}
