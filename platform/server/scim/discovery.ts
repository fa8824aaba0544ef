// What a SCIM client asks before its first change (RFC 7643, sections 5 to 7): pure data about this service.
import { scimMostResults } from '#catalogue/limits.ts'

const coreSchema = 'urn:ietf:params:scim:schemas:core:2.0'
const user = `${coreSchema}:User`
const group = `${coreSchema}:Group`
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

const supported = (is: boolean) => ({ supported: is })

export const serviceProviderConfig = (base: string) => ({
  schemas: [`${coreSchema}:ServiceProviderConfig`],
  patch: supported(true),
  bulk: { ...supported(false), maxOperations: 0, maxPayloadSize: 0 },
  filter: { ...supported(true), maxResults: scimMostResults },
  changePassword: supported(false),
  sort: supported(true),
  etag: supported(true),
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The token of the connection, shown once.',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

/** A further schema of people. Its attributes depend on the business unit. */
export type Extension = {
  id: string
  name: string
  description: string
  attributes: readonly ({ name: string; description: string } & Shape)[]
}

export const resourceTypes = (base: string, extensions: readonly Extension[]) =>
  [
    {
      id: 'User',
      description: 'A person of the business unit.',
      endpoint: '/Users',
      schema: user,
      schemaExtensions: [enterprise, ...extensions.map(({ id }) => id)].map((schema) => ({ schema, required: false })),
    },
    {
      id: 'Group',
      description: 'A user group of the business unit.',
      endpoint: '/Groups',
      schema: group,
      schemaExtensions: [],
    },
  ].map((type) => ({
    schemas: [`${coreSchema}:ResourceType`],
    name: type.id,
    ...type,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${type.id}` },
  }))

type Shape = {
  type?: string
  multiValued?: boolean
  required?: boolean
  mutability?: string
  uniqueness?: string
  caseExact?: boolean
  canonicalValues?: string[]
  referenceTypes?: string[]
  subAttributes?: object[]
}

const attribute = (name: string, description: string, shape: Shape = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...shape,
})

const contacts = (name: string, description: string) =>
  attribute(name, description, {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The value itself.'),
      attribute('type', 'The kind of the value. The portal keeps one value and calls it work.', {
        canonicalValues: ['work'],
      }),
      attribute('primary', 'Whether this is the value that counts.', { type: 'boolean' }),
    ],
  })

const readOnly = { mutability: 'readOnly' }
const immutable = { mutability: 'immutable' }
const reference = (type: string): Shape => ({ type: 'reference', caseExact: true, referenceTypes: [type] })

export const schemas = (base: string, extensions: readonly Extension[]) =>
  [
    {
      id: user,
      name: 'User',
      description: 'A person of the business unit.',
      attributes: [
        attribute('userName', 'The name by which the directory knows the person; the e-mail, if it has no other one.', {
          required: true,
          uniqueness: 'server',
        }),
        attribute('externalId', 'The id of the person in the directory.', { caseExact: true }),
        attribute('displayName', 'The name of the person.'),
        attribute('name', 'The name of the person in parts. The portal keeps one name.', {
          type: 'complex',
          subAttributes: [
            attribute('formatted', 'The whole name.'),
            attribute('givenName', 'The first word of the name.'),
            attribute('familyName', 'The rest of the name.'),
          ],
        }),
        attribute('active', 'Whether the person may enter the business unit.', { type: 'boolean' }),
        attribute('preferredLanguage', 'The language of the portal for the person.', {
          canonicalValues: ['pt-BR', 'pt-PT', 'en-US', 'es'],
        }),
        contacts('emails', 'The e-mail address. The portal keeps the primary one.'),
        contacts('phoneNumbers', 'The telephone number. The portal keeps the primary one.'),
        attribute('groups', 'The groups of the person. They are changed at the group.', {
          type: 'complex',
          multiValued: true,
          ...readOnly,
          subAttributes: [
            attribute('value', 'The id of the group.', { ...readOnly, caseExact: true }),
            attribute('$ref', 'The address of the group.', { ...readOnly, ...reference('Group') }),
            attribute('display', 'The name of the group.', readOnly),
            attribute('type', 'How the person belongs to the group.', { ...readOnly, canonicalValues: ['direct'] }),
          ],
        }),
      ],
    },
    {
      id: group,
      name: 'Group',
      description: 'A user group of the business unit.',
      attributes: [
        attribute('displayName', 'The name of the group.', { required: true, uniqueness: 'server' }),
        attribute('externalId', 'The id of the group in the directory.', { caseExact: true }),
        attribute('members', 'The people of the group.', {
          type: 'complex',
          multiValued: true,
          subAttributes: [
            attribute('value', 'The id of the person.', { ...immutable, caseExact: true }),
            attribute('$ref', 'The address of the person.', { ...immutable, ...reference('User') }),
            attribute('display', 'The name of the person.', readOnly),
            attribute('type', 'The kind of the member.', { ...immutable, canonicalValues: ['User'] }),
          ],
        }),
      ],
    },
    {
      id: enterprise,
      name: 'EnterpriseUser',
      description: 'What an organization adds to a person.',
      attributes: [attribute('department', 'The department of the person.')],
    },
    ...extensions.map(({ attributes, ...extension }) => ({
      ...extension,
      attributes: attributes.map(({ name, description, ...shape }) => attribute(name, description, shape)),
    })),
  ].map((schema) => ({
    schemas: [`${coreSchema}:Schema`],
    ...schema,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
  }))
