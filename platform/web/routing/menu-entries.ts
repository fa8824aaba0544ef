// The entries of the main menu: a closed list, in the order of display. A screen names its entry (`menu` of screen-entry.ts); the screens of
// one entry are its tabs. Next: apps/web/frame/menu.ts builds the menu of a person.
import {
  IconActivityHeartbeat,
  IconBolt,
  IconBuilding,
  IconBuildingCommunity,
  IconBuildingStore,
  IconChartBar,
  IconFolders,
  IconHelpCircle,
  IconHome,
  IconLayoutGrid,
  IconPlayerPlay,
  IconReceipt,
  IconReportAnalytics,
  IconSend,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'

export const menuSections = ['read', 'organisation', 'manage'] as const
export type MenuSection = (typeof menuSections)[number]

export type MenuIcon = ComponentType<{ size?: number | string; stroke?: number | string }>

type Entry = {
  id: string
  section: MenuSection
  /** After `g`, this letter opens the entry. It is the same in all languages. */
  jump: string
  icon: MenuIcon
  /** True if the entry has the title of its screen as long as the person may open only one. */
  bearsTitle?: true
  /** A page that shows the screens of the entry as tiles, for people who may open several. */
  overview?: `/${string}`
}

export const menuEntries = [
  { id: 'home', section: 'read', jump: 'i', icon: IconHome },
  { id: 'reports', section: 'read', jump: 'r', icon: IconFolders },
  { id: 'catalogs', section: 'read', jump: 'k', icon: IconBuildingStore },
  { id: 'playlists', section: 'read', jump: 'l', icon: IconPlayerPlay },
  { id: 'apps', section: 'read', jump: 'a', icon: IconLayoutGrid },
  { id: 'help', section: 'read', jump: 'h', icon: IconHelpCircle, bearsTitle: true },
  { id: 'partners', section: 'organisation', jump: 'x', icon: IconBuildingCommunity },
  { id: 'units', section: 'organisation', jump: 'n', icon: IconBuilding },
  { id: 'billing', section: 'organisation', jump: 'b', icon: IconReceipt, bearsTitle: true },
  { id: 'platform', section: 'organisation', jump: 'o', icon: IconActivityHeartbeat, bearsTitle: true },
  { id: 'content', section: 'manage', jump: 'c', icon: IconReportAnalytics, bearsTitle: true },
  { id: 'people', section: 'manage', jump: 'p', icon: IconUsers, bearsTitle: true },
  { id: 'usage', section: 'manage', jump: 'u', icon: IconChartBar, bearsTitle: true },
  { id: 'automation', section: 'manage', jump: 't', icon: IconBolt, bearsTitle: true },
  { id: 'communication', section: 'manage', jump: 'm', icon: IconSend, bearsTitle: true },
  { id: 'settings', section: 'manage', jump: 's', icon: IconSettings, bearsTitle: true, overview: '/settings' },
] as const satisfies readonly Entry[]

export type MenuEntry = Entry & { id: MenuEntryId }
export type MenuEntryId = (typeof menuEntries)[number]['id']
