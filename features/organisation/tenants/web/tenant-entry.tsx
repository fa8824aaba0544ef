// The buttons with which staff enter a business unit.
import { Button, Menu } from '@mantine/core'
import { IconDoorEnter, IconDoorOff, IconEye } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSessionActions } from '#platform/web/session/session-actions.ts'
import { useSession } from '#platform/web/session/use-session.ts'
import classes from './tenant-entry.module.css'

type Unit = { id: string; name: string }

/** Enters the business unit as its administrator. Example: `<EnterTenant id={id} name="Norte" />`. */
export function EnterTenant({ id, name }: Unit) {
  const { t } = useTranslation()
  const { enterUnit, isEntering } = useSessionActions()
  return (
    <Button
      leftSection={<IconDoorEnter size={18} aria-hidden />}
      loading={isEntering}
      onClick={() => enterUnit({ id, name }, 'admin')}
    >
      {t('organisation.tenants.enter', { unit: name })}
    </Button>
  )
}

/** One click into the business unit, in a row of a list. It stays visible on a phone too. */
export function EnterButton({ unit }: { unit: Unit }) {
  const { t } = useTranslation()
  const { enterUnit, isEntering } = useSessionActions()
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDoorEnter size={16} stroke={1.8} aria-hidden />}
      aria-label={t('organisation.tenants.enter', { unit: unit.name })}
      disabled={isEntering}
      onClick={() => enterUnit(unit, 'admin')}
    >
      {t('organisation.tenants.enterIt')}
    </Button>
  )
}

/** The unit of the menu items; its `can` contains `enter` when the person may enter it now. */
type EnterItemsProps = { unit: Unit & { can: string[]; maintenance: boolean } }

/** The two menu items with which staff enter a business unit, or the reason why they cannot. Example: `<EnterItems unit={row} />`. */
export function EnterItems({ unit }: EnterItemsProps) {
  const { t } = useTranslation()
  const { mayEnterTenants } = useSession()
  const { enterUnit } = useSessionActions()
  if (!mayEnterTenants) return null
  if (!unit.can.includes('enter')) {
    // The disabled item stays reachable by keyboard, so that a screen reader reads the reason.
    return (
      <Menu.Item
        aria-disabled
        closeMenuOnClick={false}
        className={classes.refused ?? ''}
        leftSection={<IconDoorOff size={16} aria-hidden />}
      >
        {t(unit.maintenance ? 'organisation.tenants.enterMaintenance' : 'organisation.tenants.enterRefused')}
      </Menu.Item>
    )
  }
  return (
    <>
      <Menu.Item leftSection={<IconDoorEnter size={16} aria-hidden />} onClick={() => enterUnit(unit, 'admin')}>
        {t('organisation.tenants.enterAsAdmin')}
      </Menu.Item>
      <Menu.Item leftSection={<IconEye size={16} aria-hidden />} onClick={() => enterUnit(unit, 'user')}>
        {t('organisation.tenants.enterAsUser')}
      </Menu.Item>
    </>
  )
}
