import { Anchor, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inLanguage } from '#catalogue/languages.ts'
import type { ReadableTerm } from '../contract.ts'
import { UserTermDialog } from './user-term-dialog.tsx'

type AgreementProps = {
  terms: readonly ReadableTerm[]
  agreed: ReadonlySet<string>
  error: string | undefined
  onChange: (agreed: ReadonlySet<string>) => void
}

/** A box for each term of a registration; its title opens the text. */
export function Agreement({ terms, agreed, error, onChange }: AgreementProps) {
  const { t, i18n } = useTranslation()
  const [open, setOpen] = useState<string | null>(null)
  const shown = terms.find(({ id }) => id === open)
  const toggle = (id: string, checked: boolean) =>
    onChange(new Set(checked ? [...agreed, id] : [...agreed].filter((other) => other !== id)))
  return (
    <div>
      {terms.map(({ id, title, mandatory }, at) => {
        const label = t(mandatory ? 'organisation.userTerms.dialog.agree' : 'organisation.userTerms.dialog.read')
        const fault = mandatory && !agreed.has(id) ? error : undefined
        return (
          <div key={id}>
            <Checkbox
              name={at === 0 ? 'terms' : `terms.${id}`}
              mt="xs"
              label={label}
              aria-label={`${label}: ${inLanguage(title, i18n.language)}`}
              aria-invalid={fault !== undefined}
              checked={agreed.has(id)}
              error={fault}
              onChange={({ currentTarget: { checked } }) => toggle(id, checked)}
            />
            <Anchor component="button" type="button" size="sm" onClick={() => setOpen(id)}>
              {inLanguage(title, i18n.language)}
            </Anchor>
          </div>
        )
      })}
      {shown === undefined ? null : (
        <UserTermDialog
          title={inLanguage(shown.title, i18n.language)}
          body={inLanguage(shown.body, i18n.language)}
          mandatory={false}
          onAccept={() => {
            toggle(shown.id, true)
            setOpen(null)
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}
