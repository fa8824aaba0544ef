import { UnstyledButton } from '@mantine/core'
import { type Language, languages } from '#catalogue/languages.ts'
import classes from './language-menu.module.css'
import { languageNames } from './language-names.ts'
import { showLanguage, useLanguage } from './language.ts'

/** The first language of the browser that the product has; null if it has none. `pt` is Brazilian, as most people who write it so. */
export function preferredLanguage(wanted: readonly string[]): Language | null {
  for (const tag of wanted) {
    const known =
      languages.find((language) => language.toLowerCase() === tag.toLowerCase()) ??
      languages.find((language) => language.slice(0, 2) === tag.slice(0, 2).toLowerCase())
    if (known) return known
  }
  return null
}

/** Offers the language of the browser, in that language, where another one is shown. */
export function LanguageOffer() {
  const preferred = preferredLanguage(navigator.languages)
  if (useLanguage() === preferred || preferred === null) return null
  return (
    <UnstyledButton className={classes.button} lang={preferred} onClick={() => void showLanguage(preferred)}>
      {languageNames[preferred]}
    </UnstyledButton>
  )
}
