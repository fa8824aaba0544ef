// The entries of the person's menu and the letters that open them after `g`, for the help of the keyboard. The frame provides them.
import type { ParseKeys } from 'i18next'
import { createContext } from 'react'

export type MenuKey = { id: string; label: ParseKeys; jump: string }

export const MenuKeysContext = createContext<readonly MenuKey[]>([])
