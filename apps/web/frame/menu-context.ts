// The menu of the signed-in person, for pages of the frame.
import { createContext } from 'react'
import type { MenuGroup } from './menu.ts'

export const MenuContext = createContext<readonly MenuGroup[]>([])
