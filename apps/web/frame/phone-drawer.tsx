import { Drawer } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ReportTree } from '#features/home/shelves/web/home-report-tree.tsx'
import { BrandMark } from '#platform/web/ui/brand-mark.tsx'
import classes from './frame.module.css'
import type { MenuGroup, MenuSpot } from './menu.ts'
import { Navigation } from './navigation.tsx'

type PhoneDrawerProps = {
  groups: readonly MenuGroup[]
  spot: MenuSpot | null
  opened: boolean
  onClose: () => void
}

/** The navigation on narrow screens. */
export function PhoneDrawer({ groups, spot, opened, onClose }: PhoneDrawerProps) {
  const { t } = useTranslation()
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={<BrandMark />}
      size="18rem"
      closeButtonProps={{ 'aria-label': t('frame.closeNavigation') }}
      classNames={{ body: classes.drawer }}
    >
      <Navigation groups={groups} spot={spot} onGo={onClose}>
        <ReportTree onGo={onClose} />
      </Navigation>
    </Drawer>
  )
}
