// Wire names: the specification's Portuguese names exist only here. `renamed` translates them into our names and back.
import { z } from 'zod'

type Names<Shape extends z.ZodRawShape> = { readonly [Key in keyof Shape]?: string }
type WireKey<Shape extends z.ZodRawShape, N extends Names<Shape>, Key extends keyof Shape> = N[Key] extends string
  ? N[Key]
  : Key
type WireShape<Shape extends z.ZodRawShape, N extends Names<Shape>> = {
  [Key in keyof Shape as WireKey<Shape, N, Key> & string]: Shape[Key]
}

/**
 * An object with different key names on the wire.
 * Example: `renamed({ id: id(), name: text(120) }, { name: 'nome_usuario' })` reads `{ id, nome_usuario }` and returns `{ id, name }`.
 */
export function renamed<Shape extends z.ZodRawShape, const N extends Names<Shape>>(shape: Shape, names: N) {
  const ours = Object.keys(shape)
  const wireName = (key: string) => names[key] ?? key
  const wire = z.object(Object.fromEntries(ours.map((key) => [wireName(key), shape[key]])) as WireShape<Shape, N>)
  // The wire schema decides about missing keys, because it knows which ones are optional.
  const inside = z.object(Object.fromEntries(ours.map((key) => [key, z.unknown().optional()]))) as unknown as z.ZodType<
    z.output<z.ZodObject<Shape>>
  >
  const rename = (value: object, name: (key: string) => [from: string, to: string]) =>
    Object.fromEntries(
      ours
        .map(name)
        .filter(([from]) => from in value)
        .map(([from, to]) => [to, (value as Record<string, unknown>)[from]]),
    )
  return z.codec(wire, inside, {
    decode: (value) => rename(value, (key) => [wireName(key), key]) as never,
    encode: (value) => rename(value as object, (key) => [key, wireName(key)]) as never,
  })
}
