// Light, dark, or the system's scheme; stored in the browser beside the language, because it is needed before sign-in.
// apps/web/first-paint.js reads the same entry before the first paint.
import { localStorageColorSchemeManager } from '@mantine/core'

export const colourSchemes = ['light', 'dark', 'auto'] as const

export const colourSchemeManager = localStorageColorSchemeManager({ key: 'color-scheme' })
