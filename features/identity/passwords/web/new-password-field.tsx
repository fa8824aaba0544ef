// The field of a new password with the rules below it, for the pages that set one.
import { PasswordInput, type PasswordInputProps, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconPoint } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { passwordRuleResults, type PasswordRules, plainRules } from '#platform/contract/password-rules.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { readPasswordRules } from '../contract.ts'
import classes from './password-rules.module.css'

export type Policy = PasswordRules & { days: number }

/** Plain rules, until those of the person are loaded. */
export const plainPolicy: Policy = { ...plainRules, days: 0 }

/** The rules of the session's person; plain ones until they are loaded. */
export function useOwnRules(): Policy {
  const { data } = useCallQuery(readPasswordRules, {}, { freshFor: 60_000 })
  return data ? policyOf(data) : plainPolicy
}

/** The rules of an answer, as the field reads them. */
export const policyOf = ({
  min_length,
  capital,
  special,
  days,
}: Omit<ReceivedOf<typeof readPasswordRules>, 'email'>): Policy => ({
  minLength: min_length,
  capital,
  special,
  days,
})

type NewPasswordFieldProps = Omit<PasswordInputProps, 'value' | 'onChange'> & {
  value: string
  onChange: (value: string) => void
  policy: Policy
  /** A password that may stay empty: the rules come with the first character. */
  isOptional?: boolean
}

/** The input of a new password, with the rules that it follows so far. */
export function NewPasswordField({ value, onChange, policy, isOptional = false, ...input }: NewPasswordFieldProps) {
  const { t } = useTranslation()
  const rulesId = useId()
  return (
    <div className={classes.whole}>
      <PasswordInput
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('identity.signIn.showPassword') }}
        {...input}
        aria-describedby={rulesId}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <div id={rulesId}>{isOptional && value === '' ? null : <Checklist value={value} policy={policy} />}</div>
    </div>
  )
}

/** The rules, ticked while the person types. */
function Checklist({ value, policy }: { value: string; policy: Policy }) {
  const { t } = useTranslation()
  return (
    <>
      <p className={classes.title}>{t('identity.passwords.rules.title')}</p>
      <ul className={classes.rules}>
        {passwordRuleResults(policy, value).map(({ rule, met }) => (
          <li key={rule} data-met={met || undefined}>
            {met ? <IconCheck size={16} stroke={2.2} aria-hidden /> : <IconPoint size={16} stroke={1.8} aria-hidden />}
            <span>
              {t(`identity.passwords.rules.${rule}`, { count: policy.minLength })}
              <VisuallyHidden>: {t(`identity.passwords.rules.${met ? 'met' : 'unmet'}`)}</VisuallyHidden>
            </span>
          </li>
        ))}
      </ul>
      <p className={classes.title}>
        {t('identity.passwords.rules.common')}
        {policy.days > 0 ? ` ${t('identity.passwords.rules.expires', { count: policy.days })}` : null}
      </p>
    </>
  )
}
