// The postal code of an address, for the forms of partners and clients. A whole code fills in the empty parts of the address; what is
// already there is replaced only when the person says so.
import { Alert, Button, Text, type TextInputProps } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '#platform/web/client/client.ts'
import { PostalCodeField } from '#platform/web/masks/postal-code-field.tsx'
import { findAddress } from '../contract.ts'

const parts = ['address', 'neighborhood', 'city', 'state'] as const
export type AddressParts = Record<(typeof parts)[number], string | null>

type AddressPostalCodeProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: string
  onChange: (value: string) => void
  /** The address in the form. */
  present: AddressParts
  onFill: (found: Partial<AddressParts>) => void
}

export function AddressPostalCode({ value, onChange, present, onFill, ...input }: AddressPostalCodeProps) {
  const { t } = useTranslation()
  const [other, setOther] = useState<Partial<AddressParts> | null>(null)
  // The form as it is when the answer arrives.
  const latest = useRef({ value, present })
  useEffect(() => {
    latest.current = { value, present }
  })
  const change = (typed: string) => {
    onChange(typed)
    setOther(null)
    const cep = typed.replace(/\D/g, '')
    if (cep.length < 8) return
    void ask(findAddress, { cep }).then(
      ({ found }) => {
        if (!found || latest.current.value !== typed) return
        const now = latest.current.present
        const known = parts.filter((part) => found[part])
        const pick = (names: readonly (keyof AddressParts)[]) =>
          Object.fromEntries(names.map((part) => [part, found[part]])) as Partial<AddressParts>
        const empty = known.filter((part) => !now[part])
        if (empty.length > 0) onFill(pick(empty))
        const different = known.filter((part) => now[part] && now[part] !== found[part])
        setOther(different.length > 0 ? pick(different) : null)
      },
      // Without an answer the address is typed.
      () => undefined,
    )
  }
  return (
    <div>
      <PostalCodeField {...input} value={value} onChange={change} />
      {other === null ? null : (
        <Alert variant="light" color="gray" mt="xs">
          <Text size="sm" mb="xs">
            {t('business.legalData.otherAddress', { address: Object.values(other).join(', ') })}
          </Text>
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              onFill(other)
              setOther(null)
            }}
          >
            {t('business.legalData.useAddress')}
          </Button>
        </Alert>
      )}
    </div>
  )
}
