// The strip below the bar during the last minutes of the person's shift.
import { useTranslation } from 'react-i18next'
import { useFormats } from '#platform/web/language/formats.ts'
import classes from '#features/identity/unit-switch/web/switch-menu.module.css'
import { useNearShiftEnd } from './session-shift-end.ts'

export function ShiftStrip() {
  const { t } = useTranslation()
  const { time } = useFormats()
  const end = useNearShiftEnd()
  if (end === null) return null
  return (
    <section className={classes.strip} aria-label={t('identity.sessions.shift.strip')}>
      <output className={classes.stripText}>{t('identity.sessions.shift.ends', { time: time(new Date(end)) })}</output>
    </section>
  )
}
