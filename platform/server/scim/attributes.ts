// Which attributes an answer has: `attributes` and `excludedAttributes` (RFC 7644, section 3.9).

export type Resource = { schemas: readonly string[]; id: string } & Record<string, unknown>

type Wanted = { attributes?: string | undefined; excludedAttributes?: string | undefined }

const namesOf = (list: string | undefined) =>
  (list ?? '')
    .split(',')
    .map((name) =>
      name
        .slice(name.lastIndexOf(':') + 1)
        .trim()
        .toLowerCase(),
    )
    .filter((name) => name !== '')

/** `schemas` and `id` are always returned. A sub-attribute (`name.givenName`) asks for its whole attribute. */
export function withAttributes(resource: Resource, { attributes, excludedAttributes }: Wanted): Resource {
  const requested = namesOf(attributes).map((name) => name.split('.')[0])
  const excluded = namesOf(excludedAttributes)
  const isKept = (name: string) => {
    const plain = name.slice(name.lastIndexOf(':') + 1).toLowerCase()
    if (name === 'schemas' || name === 'id') return true
    return requested.length > 0 ? requested.includes(plain) : !excluded.includes(plain)
  }
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isKept(name))) as Resource
}

/** True when the answer will contain the attribute: otherwise the members of large groups need not be read. */
export const isWanted = (name: string, requested: Wanted): boolean =>
  Object.hasOwn(withAttributes({ schemas: [], id: '', [name]: true }, requested), name)
