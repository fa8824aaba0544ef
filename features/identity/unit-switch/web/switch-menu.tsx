// The business unit in the frame. Next: switch-choice.tsx, the menu of people who have several.
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#platform/web/session/use-session.ts'
import classes from './switch-menu.module.css'

const SwitchChoice = lazy(() => import('./switch-choice.tsx').then((module) => ({ default: module.SwitchChoice })))

/** The name of the present business unit, and a menu of the person's other units if there are any. */
export function SwitchMenu() {
  const { tenantId, tenantName, tenants } = useSession()
  const name = tenantName === null ? <span className={classes.name} /> : <UnitName name={tenantName} />
  if (!tenants.some(({ id }) => id !== tenantId)) return name
  return (
    <Suspense fallback={name}>
      <SwitchChoice />
    </Suspense>
  )
}

function UnitName({ name }: { name: string }) {
  const { t } = useTranslation()
  return (
    <p className={classes.name}>
      <span className={classes.hidden}>{t('frame.unit')}: </span>
      {name}
    </p>
  )
}
