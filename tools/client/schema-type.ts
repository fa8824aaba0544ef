// A JSON schema of the wire as a TypeScript type.
type Json = Record<string, unknown>

/** `sent`: a program may pass undefined for an optional field. `received`: an absent field is absent. */
export type Direction = 'sent' | 'received'

/** A reference leads to a recursive schema, of any JSON value: `unknown` says the same. */
export function typeOf(schema: unknown, direction: Direction): string {
  if (typeof schema !== 'object' || schema === null) return 'unknown'
  const { $ref, const: constant, enum: values, anyOf, oneOf, allOf, type } = schema as Json
  if ($ref !== undefined) return 'unknown'
  const each = (list: unknown) => (list as unknown[]).map((one) => typeOf(one, direction))
  if ('const' in schema) return literal(constant)
  if (Array.isArray(values)) return union(values.map(literal))
  if (Array.isArray(anyOf ?? oneOf)) return union(each(anyOf ?? oneOf))
  if (Array.isArray(allOf))
    return each(allOf)
      .map((one) => `(${one})`)
      .join(' & ')
  if (Array.isArray(type)) return union(type.map((one) => typeOf({ ...schema, type: one }, direction)))
  return plainType(schema as Json, direction)
}

function plainType(schema: Json, direction: Direction): string {
  switch (schema['type']) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema['type']
    case 'number':
    case 'integer':
      return 'number'
    case 'array':
      return arrayType(schema, direction)
    case 'object':
      return objectType(schema, direction)
    default:
      return 'unknown'
  }
}

function arrayType({ prefixItems, items }: Json, direction: Direction): string {
  if (Array.isArray(prefixItems)) return `readonly [${prefixItems.map((one) => typeOf(one, direction)).join(', ')}]`
  return `readonly (${typeOf(items, direction)})[]`
}

function objectType({ properties, required, additionalProperties }: Json, direction: Direction): string {
  const needed = new Set(Array.isArray(required) ? required : [])
  const fields = Object.entries((properties ?? {}) as Json).map(([name, schema]) => {
    const type = typeOf(schema, direction)
    if (needed.has(name)) return `${keyOf(name)}: ${type}`
    return direction === 'sent' ? `${keyOf(name)}?: ${type} | undefined` : `${keyOf(name)}?: ${type}`
  })
  if (fields.length > 0) return `{ ${fields.join('; ')} }`
  // An empty object accepts no field; an open one accepts every field.
  if (typeof additionalProperties === 'object')
    return `Readonly<Record<string, ${typeOf(additionalProperties, direction)}>>`
  return direction === 'sent' ? 'Readonly<Record<string, never>>' : 'Readonly<Record<string, unknown>>'
}

const union = (types: readonly string[]) =>
  [...new Set(types)].map((type) => (type.includes(' & ') ? `(${type})` : type)).join(' | ')
const literal = (value: unknown) =>
  typeof value === 'string' ? `'${value.replace(/[\\']/g, '\\$&')}'` : JSON.stringify(value)
const keyOf = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : literal(name))
