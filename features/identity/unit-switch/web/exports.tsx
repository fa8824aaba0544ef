// The way of staff into one business unit, for screens of other features.
import { Button, Menu } from '@mantine/core'
import { IconDoorEnter, IconDoorOff, IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouter } from '@tanstack/react-router'
import { useTell } from '#platform/web/client/use-ask.ts'
import { useSession } from '#platform/web/session/use-session.ts'
import { enterTenant } from '../contract.ts'
import { SwitchModal } from './switch-modal.tsx'
import { useSwitch } from './switch-places.ts'
import classes from './picker.module.css'

type Unit = { id: string; name: string }
type ActingProfile = 'admin' | 'user'

/** Enters a business unit and shows which one opens. `modal` belongs on the page, because a menu is closed by then. */
export function useEnterTenant() {
  const [unit, setUnit] = useState<Unit | null>(null)
  const { isArriving, follow } = useSwitch()
  const { history } = useRouter()
  const { mutate, isPending } = useTell(enterTenant, { onDone: follow })
  const enter = ({ id, name }: Unit, acting_profile: ActingProfile) => {
    setUnit({ id, name })
    mutate({ tenant_id: id, acting_profile, left: history.location.href.slice(0, 500) })
  }
  return { enter, isPending, modal: <SwitchModal opened={isArriving} name={unit?.name ?? null} /> }
}

/** Enters the business unit as its administrator. Example: `<EnterTenant id={id} name="Norte" />`. */
export function EnterTenant({ id, name }: Unit) {
  const { t } = useTranslation()
  const { enter, isPending, modal } = useEnterTenant()
  return (
    <>
      <Button
        leftSection={<IconDoorEnter size={18} aria-hidden />}
        loading={isPending}
        onClick={() => enter({ id, name }, 'admin')}
      >
        {t('identity.unitSwitch.enter', { unit: name })}
      </Button>
      {modal}
    </>
  )
}

type EnterItemsProps = {
  /** `can` of the server has `enter` where the person may enter now. */
  unit: Unit & { can: string[]; maintenance: boolean }
  onEnter: ReturnType<typeof useEnterTenant>['enter']
}

/** The two ways into a business unit, for the menu of its row, or why there is none. Example: `<EnterItems unit={row} onEnter={enter} />`. */
export function EnterItems({ unit, onEnter }: EnterItemsProps) {
  const { t } = useTranslation()
  const { mayEnterTenants } = useSession()
  if (!mayEnterTenants) return null
  if (!unit.can.includes('enter')) {
    // The keyboard reaches it, so that a screen reader says the reason.
    return (
      <Menu.Item
        aria-disabled
        closeMenuOnClick={false}
        className={classes.refused ?? ''}
        leftSection={<IconDoorOff size={16} aria-hidden />}
      >
        {t(unit.maintenance ? 'identity.unitSwitch.enterMaintenance' : 'identity.unitSwitch.enterRefused')}
      </Menu.Item>
    )
  }
  return (
    <>
      <Menu.Item leftSection={<IconDoorEnter size={16} aria-hidden />} onClick={() => onEnter(unit, 'admin')}>
        {t('identity.unitSwitch.enterAsAdmin')}
      </Menu.Item>
      <Menu.Item leftSection={<IconEye size={16} aria-hidden />} onClick={() => onEnter(unit, 'user')}>
        {t('identity.unitSwitch.enterAsUser')}
      </Menu.Item>
    </>
  )
}
