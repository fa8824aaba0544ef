import { CloseButton } from '@mantine/core'
import { IconPin } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { dismissHint } from '../contract.ts'
import classes from './welcome.module.css'

/** Says to a person with reports how visuals get onto the home page. */
export function PinHint() {
  const { t } = useTranslation()
  const dismiss = useCallMutation(dismissHint)
  return (
    <p className={classes.hint}>
      <IconPin size={18} stroke={1.6} aria-hidden />
      <span className={classes.words}>{t('reports.pins.hint')}</span>
      <CloseButton
        aria-label={t('home.welcome.dismiss')}
        disabled={dismiss.isPending}
        onClick={() => dismiss.mutate({ hint: 'pins' })}
      />
    </p>
  )
}
