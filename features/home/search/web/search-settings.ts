// The fields of the settings, so that the search finds each by its label. A result leads to the form, and the form to the field.
import type { i18n as I18n, ParseKeys } from 'i18next'
import {
  accessFields,
  settingsWireNames,
  staffFields,
  twoFactorFields,
} from '#features/organisation/settings/contract.ts'

/** Forms of settings, by their paths. The phrases name their fields. */
const forms = [
  { path: '/setting', words: 'organisation.settings' },
  { path: '/themes', words: 'organisation.themes' },
  { path: '/platform', words: 'organisation.platformSettings' },
] as const

/** A field with its label, and the title of its form. `words`: its help, by which it is found too. */
export type Setting = { path: string; name: string; form: string; words: string }

type Person = { can: ReadonlySet<string>; paths: ReadonlySet<string> }

/** The settings of the forms that the person may open, without the fields that the form does not show them. */
export function settingsOf({ t, getResource, language }: I18n, { can, paths }: Person): Setting[] {
  const hidden = hiddenFields(can)
  const say = (key: string) => (getResource(language, 'translation', key) ?? {}) as Record<string, string>
  return forms
    .filter(({ path }) => paths.has(path))
    .flatMap(({ path, words }) => {
      const help = say(`${words}.help`)
      return Object.entries(say(`${words}.field`))
        .filter(([field]) => !hidden.has(field))
        .map(([field, name]) => ({
          path: `${path}#${field}`,
          name,
          form: t(`${words}.title` as ParseKeys),
          words: help[field] ?? '',
        }))
    })
}

function hiddenFields(can: Person['can']): ReadonlySet<string> {
  const names: Record<string, string> = settingsWireNames
  const hidden = [
    ...(can.has('settings.update_staff_fields') ? [] : staffFields),
    ...(can.has('settings.update_access') ? [] : accessFields),
    ...(can.has('two_factor.configure') ? [] : twoFactorFields),
  ]
  return new Set(hidden.map((field) => names[field] ?? field))
}
