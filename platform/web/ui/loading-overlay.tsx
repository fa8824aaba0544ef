import { Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './loading-overlay.module.css'

/** Covers its container at once with a spinner of 80 px: only where nothing else can be shown. */
export function LoadingOverlay({ label }: { label?: string }) {
  const { t } = useTranslation()
  return (
    <output className={classes.overlay} aria-label={label ?? t('general.state.loading')}>
      <Loader size={80} type="oval" aria-hidden />
    </output>
  )
}
