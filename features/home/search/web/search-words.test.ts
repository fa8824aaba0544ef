// What people call a screen or a setting, and where the search leads them, in four languages.
import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import enUS from '#apps/generated/phrases/en-US.ts'
import es from '#apps/generated/phrases/es.ts'
import ptBR from '#apps/generated/phrases/pt-BR.ts'
import ptPT from '#apps/generated/phrases/pt-PT.ts'
import { screens } from '#apps/web/features.ts'
import { type Language, languages } from '#catalogue/languages.ts'
import { besideLabel } from '#platform/web/routing/beside-label.ts'
import { findScreens } from './search-screens.ts'
import { settingsOf } from './search-settings.ts'

const phrases = { 'pt-BR': ptBR, 'en-US': enUS, es, 'pt-PT': ptPT }
const resources = Object.fromEntries(languages.map((language) => [language, { translation: phrases[language] }]))
const places = screens.flatMap(({ path, menu }) => (menu ? [{ path, ...menu }] : []))

async function speak(language: Language) {
  const words = createInstance({ lng: language, fallbackLng: false, resources })
  await words.init()
  return words
}

test.each(languages)('every screen of the menu has everyday words in %s', async (language) => {
  const words = await speak(language)
  expect(places.filter(({ label }) => besideLabel(words, label, 'synonyms') === '').map(({ path }) => path)).toEqual([])
})

test.each([
  ['pt-BR', 'logo', '/themes'],
  ['pt-BR', 'azure login unico', '/azure/saml'],
  ['pt-BR', 'convidar', '/user'],
  ['pt-BR', 'LGPD', '/user_terms'],
  ['pt-BR', 'planilha', '/user/import'],
  ['pt-BR', 'carrossel', '/playlists'],
  ['pt-BR', 'atualização', '/powerbi/datasets/calendar'],
  ['pt-BR', 'agendamento', '/powerbi/datasets/calendar'],
  ['pt-BR', 'refresh', '/powerbi/datasets/calendar'],
  ['en-US', 'refresh', '/powerbi/datasets/calendar'],
  ['en-US', 'schedule', '/powerbi/datasets/calendar'],
  ['es', 'programación', '/powerbi/datasets/calendar'],
  ['pt-PT', 'agendamento', '/powerbi/datasets/calendar'],
  ['en-US', 'sso', '/azure/saml'],
  ['en-US', 'brand', '/themes'],
  ['en-US', 'single sign-on', '/azure/openid'],
  ['en-US', 'invite', '/user'],
  ['es', 'marca', '/themes'],
  ['es', 'contraseña', '/setting'],
  ['es', 'carpetas', '/reports'],
  ['pt-PT', 'logótipo', '/themes'],
  ['pt-PT', 'palavra-passe', '/setting'],
  ['pt-PT', 'RGPD', '/user_terms'],
] as const)('%s: “%s” finds %s', async (language, search, path) => {
  const words = await speak(language)
  const known = places.map(({ path: to, label }) => ({
    path: to,
    text: words.t(label),
    words: besideLabel(words, label, 'synonyms'),
  }))
  expect(findScreens(known, search).map((screen) => screen.path)).toContain(path)
})

const all = new Set(['settings.update_staff_fields', 'settings.update_access'])
const forms = new Set(['/setting', '/themes', '/platform'])

test.each([
  ['pt-BR', 'duração da sessão', '/setting#login_timeout'],
  ['pt-BR', 'logotipo', '/themes#logo'],
  ['pt-BR', 'telas ocultas', '/platform#hidden_menu'],
  ['en-US', 'watermark', '/setting#enable_watermark'],
  ['es', 'zona horaria', '/setting#timezone'],
  ['pt-PT', 'fuso', '/setting#timezone'],
] as const)('%s: the setting “%s” leads to %s', async (language, search, path) => {
  const settings = settingsOf(await speak(language), { can: all, paths: forms })
  const found = findScreens(
    settings.map((setting) => ({ ...setting, text: setting.name })),
    search,
  )
  expect(found.map((setting) => setting.path)).toContain(path)
})

test('settings of a form that the person may not open, or that the form does not show them, are not offered', async () => {
  const words = await speak('en-US')
  const paths = (can: string[], open: string[]) =>
    settingsOf(words, { can: new Set(can), paths: new Set(open) }).map(({ path }) => path)
  expect(paths([...all], [])).toEqual([])
  expect(paths([...all], ['/setting'])).toEqual(expect.arrayContaining(['/setting#user_import', '/setting#timezone']))
  expect(paths(['settings.update_access'], ['/setting'])).not.toContain('/setting#user_import')
  expect(paths(['settings.update_access'], ['/setting'])).not.toContain('/setting#mfa_master')
  expect(paths(['settings.update_access', 'two_factor.configure'], ['/setting'])).toContain('/setting#mfa_master')
  expect(paths([], ['/setting'])).not.toContain('/setting#login_timeout')
  expect(paths([], ['/setting'])).toContain('/setting#timezone')
})
