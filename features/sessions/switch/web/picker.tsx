// The way of staff into one business unit, for screens of other features.
import { Button } from '@mantine/core'
import { IconDoorEnter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useRouter } from '@tanstack/react-router'
import { useTell } from '#platform/web/client/use-ask.ts'
import { enterTenant } from '../contract.ts'
import { SwitchModal } from './switch-modal.tsx'
import { useSwitch } from './switch-places.ts'

/** Enters the business unit as its administrator. Example: `<EnterTenant id={id} name="Norte" />`. */
export function EnterTenant({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation()
  const { isArriving, follow } = useSwitch()
  const { history } = useRouter()
  const enter = useTell(enterTenant, { onDone: follow })
  const left = history.location.href.slice(0, 500)
  return (
    <>
      <Button
        leftSection={<IconDoorEnter size={18} aria-hidden />}
        loading={enter.isPending}
        onClick={() => enter.mutate({ tenant_id: id, acting_profile: 'admin', left })}
      >
        {t('sessions.switch.enter', { unit: name })}
      </Button>
      <SwitchModal opened={isArriving} name={name} />
    </>
  )
}
