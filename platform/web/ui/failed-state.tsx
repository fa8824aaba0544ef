import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './state.module.css'

type FailedStateProps = {
  /** The error; a CallFailure's message is already a sentence for people. */
  failure: Error
  onRetry?: () => void
  /** Other actions. */
  children?: ReactNode
}

/** Replaces content that could not be loaded: what happened, and what to do. */
export function FailedState({ failure, onRetry, children }: FailedStateProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.state} role="alert">
      <span className={classes.icon}>
        <IconPlugConnectedX size={22} stroke={1.6} aria-hidden />
      </span>
      <p className={classes.title}>{t('general.state.failed')}</p>
      <p className={classes.text}>{failure.message}</p>
      {onRetry === undefined && children === undefined ? null : (
        <div className={classes.actions}>
          {onRetry === undefined ? null : (
            <Button variant="default" onClick={onRetry}>
              {t('general.action.retry')}
            </Button>
          )}
          {children}
        </div>
      )}
    </div>
  )
}
