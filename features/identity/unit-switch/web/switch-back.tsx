import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { useSession } from '#platform/web/session/use-session.ts'
import { Strip } from '#platform/web/ui/strip.tsx'
import { switchBack } from '../contract.ts'
import { SwitchModal } from './switch-modal.tsx'
import { useSwitch } from './switch-places.ts'

/** A strip below the bar while staff act inside a business unit: with which profile, and a button to go back. */
export function SwitchBack() {
  const { t } = useTranslation()
  const { actingProfile, mayGoBack, tenantName } = useSession()
  const { isArriving, follow } = useSwitch()
  const back = useCallMutation(switchBack, { onDone: (answer) => follow(answer), leaves: true })
  if (!mayGoBack) return null
  return (
    <Strip
      label={t('identity.unitSwitch.strip')}
      text={t(actingProfile === 'user' ? 'identity.unitSwitch.actingUser' : 'identity.unitSwitch.actingAdmin', {
        unit: tenantName ?? '',
      })}
    >
      <Button
        size="xs"
        variant="default"
        leftSection={<IconArrowBackUp size={16} stroke={1.8} aria-hidden />}
        loading={back.isPending || isArriving}
        onClick={() => back.mutate({})}
      >
        {t('identity.unitSwitch.back')}
      </Button>
      <SwitchModal opened={isArriving} name={null} />
    </Strip>
  )
}
