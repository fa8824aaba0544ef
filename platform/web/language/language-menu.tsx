import { Menu, UnstyledButton } from '@mantine/core'
import { IconCheck, IconLanguage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type Language, languages } from '#catalogue/languages.ts'
import classes from './language-menu.module.css'
import { showLanguage, useLanguage } from './language.ts'

/** Each language in its own words: who does not read the present one still finds theirs. */
const names: Record<Language, string> = {
  'pt-BR': 'Português (Brasil)',
  'en-US': 'English',
  es: 'Español',
  'pt-PT': 'Português (Portugal)',
}

/** Chooses the language of the screens. `onChoose` tells the server for a person who is signed in. */
export function LanguageMenu({ onChoose }: { onChoose?: (language: Language) => void }) {
  const { t } = useTranslation()
  const present = useLanguage()
  const choose = (language: Language) => void showLanguage(language).then(() => onChoose?.(language))
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <UnstyledButton className={classes.button} aria-label={`${t('frame.language')}: ${names[present]}`}>
          <IconLanguage size={18} stroke={1.7} aria-hidden />
          <span className={classes.code}>{present}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            role="menuitemradio"
            aria-checked={language === present}
            rightSection={language === present ? <IconCheck size={14} aria-hidden /> : null}
            onClick={() => choose(language)}
          >
            {names[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
