// Input for a phone number: formatted while it is typed, with its country once it is whole. The form gets it as E.164. A stored number is
// displayed by `PhoneText`.
import { Text, type TextInputProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Language, languageOf } from '#catalogue/languages.ts'
import type { PhoneCountry } from '#catalogue/phone-countries.ts'
import { MaskedInput } from './masked-input.tsx'

type Numbers = typeof import('./phone-number.ts')

export type PhoneFieldProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: string
  onChange: (value: string) => void
  /** The country of a number that is typed without its code; absent: that of the language. */
  country?: PhoneCountry | undefined
}

export function PhoneField({ value, onChange, onBlur, country: wanted, ...input }: PhoneFieldProps) {
  const { i18n } = useTranslation()
  const language = languageOf(i18n.language)
  const numbers = useNumbers()
  const home = wanted ?? numbers?.homes[language] ?? 'BR'
  // The text of the person stays until the field loses the focus; the form has the number.
  const [typed, setTyped] = useState<{ text: string; sent: string } | null>(null)
  const whole = numbers?.wholePhone(value, home) ?? null
  const isTyping = typed !== null && typed.sent === value
  const change = (text: string) => {
    const sent = numbers?.sentPhone(text, home) ?? text
    setTyped({ text, sent })
    onChange(sent)
  }
  return (
    <MaskedInput
      type="tel"
      placeholder="+55 11 91234-5678"
      {...input}
      format={(text) => numbers?.writtenPhone(text, home) ?? text}
      significant={/[\d+]/}
      value={isTyping ? typed.text : (whole?.text ?? value)}
      onChange={change}
      onBlur={(event) => {
        setTyped(null)
        onBlur?.(event)
      }}
      {...(whole?.country && {
        rightSectionWidth: '3rem',
        rightSectionPointerEvents: 'none' as const,
        rightSection: <Country code={whole.country} language={language} />,
      })}
    />
  )
}

/** A stored phone number in the international form. One that is no number of any country is displayed as it is. */
export const PhoneText = ({ value }: { value: string }) => useNumbers()?.phoneText(value) ?? value

/** The abbreviation of the country, with its name for screen readers. */
const Country = ({ code, language }: { code: string; language: Language }) => (
  <Text
    component="abbr"
    size="xs"
    c="dimmed"
    td="none"
    title={new Intl.DisplayNames(language, { type: 'region' }).of(code)}
  >
    {code}
  </Text>
)

function useNumbers(): Numbers | null {
  const [numbers, setNumbers] = useState<Numbers | null>(null)
  useEffect(() => {
    let isGone = false
    // Without the table the field is a plain one, and the server reads the number.
    void import('./phone-number.ts').then(
      (loaded) => !isGone && setNumbers(loaded),
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [])
  return numbers
}
