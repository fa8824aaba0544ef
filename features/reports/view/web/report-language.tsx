import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { languageOf, languages } from '#catalogue/languages.ts'
import { languageNames } from '#platform/web/language/language-names.ts'
import { showLanguage, useLanguage } from '#platform/web/language/language.ts'
import { useKeptLanguage } from '#features/identity/sessions/web/exports.tsx'
import classes from './report-more-tools.module.css'

/** The choice of the language in the menu of a report. On a phone the report takes the place of the bar that has it elsewhere. */
export function ReportLanguage() {
  const { t } = useTranslation()
  const keep = useKeptLanguage()
  const choose = (value: string) => {
    const language = languageOf(value)
    void showLanguage(language).then(() => keep(language))
  }
  return (
    <div className={classes.narrow}>
      <Menu.Divider />
      <Menu.Label>{t('frame.language')}</Menu.Label>
      <Menu.RadioGroup value={useLanguage()} onChange={choose}>
        {languages.map((language) => (
          <Menu.RadioItem key={language} value={language} lang={language} closeMenuOnClick>
            {languageNames[language]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </div>
  )
}
