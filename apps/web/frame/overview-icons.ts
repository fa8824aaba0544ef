// The icons of the tiles of the overview, by the paths of the screens. The routes have none, because they are part of the first page. A screen
// that is missing here has the icon of its entry.
import {
  IconCloudLock,
  IconFileCertificate,
  IconHistory,
  IconHourglass,
  IconId,
  IconKey,
  IconPalette,
  IconPlugConnected,
  IconServerBolt,
  IconSettings,
  IconShieldLock,
  IconSparkles,
  IconStack2,
  IconUsersGroup,
  IconWebhook,
  IconWorldWww,
} from '@tabler/icons-react'
import type { MenuIcon } from '#platform/web/routing/menu-entries.ts'

export const overviewIcons: Readonly<Record<string, MenuIcon>> = {
  '/setting': IconSettings,
  '/themes': IconPalette,
  '/powerbi': IconPlugConnected,
  '/powerbi/workspace': IconStack2,
  '/powerbi/resources': IconServerBolt,
  '/domain': IconWorldWww,
  '/registration': IconId,
  '/ia': IconSparkles,
  '/webhooks': IconWebhook,
  '/user_terms': IconFileCertificate,
  '/azure/saml': IconShieldLock,
  '/azure/openid': IconCloudLock,
  '/azure/scim': IconUsersGroup,
  '/api_keys': IconKey,
  '/audit': IconHistory,
  '/setting/retention': IconHourglass,
}
