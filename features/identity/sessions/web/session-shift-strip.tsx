// The strip below the bar during the last minutes of the person's shift.
import { useTranslation } from 'react-i18next'
import { useFormats } from '#platform/web/language/formats.ts'
import { Strip } from '#platform/web/ui/strip.tsx'
import { useNearShiftEnd } from './session-shift-end.ts'

export function ShiftStrip() {
  const { t } = useTranslation()
  const { time } = useFormats()
  const end = useNearShiftEnd()
  if (end === null) return null
  return (
    <Strip
      label={t('identity.sessions.shift.strip')}
      text={t('identity.sessions.shift.ends', { time: time(new Date(end)) })}
      isSpoken
    />
  )
}
