// What a feature says of its noun in manifest.ts: pure data, from which registries and tests derive the rest (features/list.ts).
import type { z } from 'zod'
import type { Noun } from '#catalogue/access.ts'

/** A feature whose records stand in the audit trail under this noun. */
export type Manifest = { noun: string }

/** Any manifest, as the registry holds it. */
export type AnyManifest = Manifest & { sample?: Readonly<Record<string, unknown>> }

/**
 * A plain noun: its record calls are those of the kit. `sample` is a record for tests, without its name. The table has the plural of the
 * noun as its name. Further calls of the noun have their probes in testing/probes.ts. Example: `{ noun: 'tag', sample: { color: 'blue' } } satisfies PlainManifest<typeof tag>`.
 */
export type PlainManifest<Entity extends { noun: Noun; fields: z.ZodRawShape }> = {
  noun: Entity['noun']
  sample: Omit<z.output<z.ZodObject<Entity['fields']>>, 'name'>
}
