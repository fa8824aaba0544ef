// Every feature of the browser: its screens and its doors. One line each.
import type { PublicEntry, ScreenEntry } from '#platform/web/routing/screen-entry.ts'
import { signInScreens } from '#features/sign-in/web/routes.ts'

export const screens: readonly ScreenEntry[] = []

export const doors: readonly PublicEntry[] = [...signInScreens]
