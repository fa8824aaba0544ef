import { Drawer } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ReportTree } from '#features/home/shelves/web/home-report-tree.tsx'
import { BrandMark } from '#platform/web/ui/brand-mark.tsx'
import classes from './frame.module.css'
import type { MenuGroup } from './menu.ts'
import { Navigation } from './navigation.tsx'

type PhoneDrawerProps = { groups: readonly MenuGroup[]; opened: boolean; onClose: () => void }

/** The navigation on narrow screens. */
export function PhoneDrawer({ groups, opened, onClose }: PhoneDrawerProps) {
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
      <Navigation groups={groups} onGo={onClose} />
      <ReportTree onGo={onClose} />
    </Drawer>
  )
}
