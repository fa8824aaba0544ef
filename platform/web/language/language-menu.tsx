import { UnstyledButton } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type Language, languageOf, languages } from '#catalogue/languages.ts'
import { ChoiceMenu } from '../ui/choice-menu.tsx'
import classes from './language-menu.module.css'
import { languageNames } from './language-names.ts'
import { showLanguage, useLanguage } from './language.ts'

/**
 * Chooses the language of the screens. `onChoose` tells the server for a signed-in person. The visible text is part of the button's
 * accessible name, for people who use voice control.
 */
export function LanguageMenu({ onChoose }: { onChoose?: (language: Language) => void }) {
  const { t } = useTranslation()
  const present = useLanguage()
  const choose = (value: string) => {
    const language = languageOf(value)
    void showLanguage(language).then(() => onChoose?.(language))
  }
  return (
    <ChoiceMenu
      value={present}
      options={languages.map((language) => ({ value: language, label: languageNames[language], lang: language }))}
      onChoose={choose}
    >
      {(button) => (
        <UnstyledButton
          {...button}
          className={classes.button}
          aria-label={`${t('frame.language')}: ${languageNames[present]}, ${present}`}
        >
          <IconLanguage size={18} stroke={1.7} aria-hidden />
          <span className={classes.code}>{present}</span>
        </UnstyledButton>
      )}
    </ChoiceMenu>
  )
}
