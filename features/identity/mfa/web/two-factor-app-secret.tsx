import { useTranslation } from 'react-i18next'
import { QrCode } from '#platform/web/ui/qr-code.tsx'
import classes from './two-factor.module.css'

/** The secret for the authenticator app: the QR code, and the key for people who cannot scan it. */
export function AppSecret({ secret, otpauth }: { secret: string; otpauth: string }) {
  const { t } = useTranslation()
  return (
    <div className={classes.secret}>
      <QrCode text={otpauth} label={t('identity.mfa.setup.qr')} />
      <div>
        <p className={classes.quiet}>{t('identity.mfa.setup.byHand')}</p>
        <p className={classes.key}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
      </div>
    </div>
  )
}
