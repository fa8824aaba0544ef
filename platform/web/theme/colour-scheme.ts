// Light, dark, or as the system is; kept in the browser beside the language, because it must be known before anybody is.
// apps/web/first-paint.js reads the same entry before the first paint.
import { localStorageColorSchemeManager } from '@mantine/core'

export const colourSchemes = ['light', 'dark', 'auto'] as const

export const colourSchemeManager = localStorageColorSchemeManager({ key: 'color-scheme' })
