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
  etag: supported(false),
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The token of the connection, shown once.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

export const resourceTypes = (base: string) =>
  [
    { id: 'User', endpoint: '/Users', schema: user, schemaExtensions: [{ schema: enterprise, required: false }] },
    { id: 'Group', endpoint: '/Groups', schema: group, schemaExtensions: [] },
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
  subAttributes?: object[]
}

const attribute = (name: string, shape: Shape = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...shape,
})

const multi = (name: string, shape: Shape = {}) =>
  attribute(name, {
    type: 'complex',
    multiValued: true,
    subAttributes: [attribute('value'), attribute('type'), attribute('primary', { type: 'boolean' })],
    ...shape,
  })

export const schemas = (base: string) =>
  [
    {
      id: user,
      name: 'User',
      attributes: [
        attribute('userName', { required: true, uniqueness: 'server' }),
        attribute('externalId', { caseExact: true }),
        attribute('displayName'),
        attribute('name', {
          type: 'complex',
          subAttributes: [attribute('formatted'), attribute('givenName'), attribute('familyName')],
        }),
        attribute('active', { type: 'boolean' }),
        attribute('preferredLanguage'),
        multi('emails'),
        multi('phoneNumbers'),
        multi('groups', { mutability: 'readOnly' }),
      ],
    },
    {
      id: group,
      name: 'Group',
      attributes: [
        attribute('displayName', { required: true, uniqueness: 'server' }),
        attribute('externalId', { caseExact: true }),
        multi('members', { subAttributes: [attribute('value', { mutability: 'immutable' }), attribute('display')] }),
      ],
    },
    { id: enterprise, name: 'EnterpriseUser', attributes: [attribute('department')] },
  ].map((schema) => ({
    schemas: [`${coreSchema}:Schema`],
    ...schema,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
  }))
