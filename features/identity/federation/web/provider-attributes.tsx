// The names under which an identity provider sends its facts: SAML calls them attributes, OpenID claims.
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import type { FieldInput } from '#platform/web/pages/field.tsx'
import { customFieldCalls } from '#features/organisation/custom-fields/contract.ts'
import type { AttributeNames } from '#features/identity/saml/contract.ts'

/** The names for a new provider: all empty. */
export const noAttributes = { email: '', nome_usuario: '', groups: '', custom: {} }

/** The inputs for the names, one for each fact. `provider`: the kind of provider whose labels are displayed. */
export function ProviderAttributes({ value, error, onChange, provider }: FieldInput & { provider: 'saml' | 'openid' }) {
  const { t } = useTranslation()
  const { data: fields } = useCallQuery(customFieldCalls.select, {})
  const names = { ...noAttributes, ...(value as Partial<AttributeNames>) }
  const box = { maxLength: 200, error: error !== undefined }
  return (
    <>
      {(['email', 'nome_usuario', 'groups'] as const).map((name) => (
        <TextInput
          key={name}
          {...box}
          label={t(`identity.${provider}.attribute.${name}`)}
          description={t(`identity.${provider}.attributeHelp.${name}`)}
          value={names[name]}
          onChange={({ currentTarget }) => onChange({ ...names, [name]: currentTarget.value })}
        />
      ))}
      {(fields ?? []).map(({ value: id, label }) => (
        <TextInput
          key={id}
          {...box}
          label={t(`identity.${provider}.attribute.custom`, { name: label })}
          value={(names.custom as Record<string, string>)[id] ?? ''}
          onChange={({ currentTarget }) => {
            const { [id]: _, ...others } = names.custom as Record<string, string>
            const custom = currentTarget.value === '' ? others : { ...others, [id]: currentTarget.value }
            onChange({ ...names, custom })
          }}
        />
      ))}
    </>
  )
}
