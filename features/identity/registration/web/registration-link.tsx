import { useTranslation } from 'react-i18next'
import { PathLink } from '#platform/web/routing/path.tsx'
import classes from './registration-link.module.css'

/** The link from the sign-in page to the registration. */
export function RegisterLink() {
  const { t } = useTranslation()
  return (
    <p className={classes.link}>
      {t('identity.signIn.register.without')} <PathLink to="/register">{t('identity.signIn.register.link')}</PathLink>
    </p>
  )
}
