import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ByLanguage, type Language, languages } from '#catalogue/languages.ts'
import { languageNames } from '../language/language-names.ts'

type ByLanguageFieldProps = {
  name: string
  /** The label of the plain text. */
  label: string
  /** The text for readers of a language that has no text of its own. */
  plain: string
  error?: string | undefined
  max: number
  /** Several lines. */
  long?: boolean
  value: ByLanguage
  onChange: (value: ByLanguage) => void
}

/** The texts of single languages beside a plain text, folded. An empty box shows the plain text as its placeholder. */
export function ByLanguageField({ name, label, plain, error, max, long, value, onChange }: ByLanguageFieldProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const boxes = useId()
  const isOpen = opened || error !== undefined
  const Box = long ? Textarea : TextInput
  const change = (language: Language, text: string) => {
    const newTexts = { ...value, [language]: text }
    onChange(Object.fromEntries(languages.flatMap((each) => (newTexts[each] ? [[each, newTexts[each]]] : []))))
  }
  return (
    <div>
      <Button
        variant="subtle"
        size="xs"
        aria-expanded={isOpen}
        aria-controls={isOpen ? boxes : undefined}
        onClick={() => setOpened(!isOpen)}
        rightSection={isOpen ? <IconChevronUp size={14} aria-hidden /> : <IconChevronDown size={14} aria-hidden />}
      >
        {t('general.form.byLanguage', { label, said: Object.keys(value).length, all: languages.length })}
      </Button>
      {isOpen ? (
        <Stack id={boxes} gap="sm" mt="xs">
          <Text size="sm" c="dimmed">
            {t('general.form.byLanguageHelp')}
          </Text>
          {languages.map((language, index) => (
            <Box
              key={language}
              name={index === 0 ? name : `${name}.${language}`}
              label={`${label} · ${languageNames[language]}`}
              placeholder={plain}
              error={index === 0 ? error : undefined}
              lang={language}
              maxLength={max}
              {...(long && { autosize: true, minRows: 2 })}
              value={value[language] ?? ''}
              onChange={({ currentTarget }: { currentTarget: { value: string } }) =>
                change(language, currentTarget.value)
              }
            />
          ))}
        </Stack>
      ) : null}
    </div>
  )
}
