import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { type Language, languageOf, languages } from '#catalogue/languages.ts'
import { languageNames } from './language-names.ts'

type LanguageSelectProps = Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> & {
  value: string
  onChange: (language: Language) => void
}

const choices = languages.map((value) => ({ value, label: languageNames[value] }))

/** The choice of a language, each by its own name. */
export function LanguageSelect({ onChange, ...field }: LanguageSelectProps) {
  return (
    <NativeSelect {...field} data={choices} onChange={({ currentTarget: { value } }) => onChange(languageOf(value))} />
  )
}
