import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isMissing } from '../client/call-failure.ts'
import classes from './state.module.css'

type FailedStateProps = {
  /** The error; a CallFailure's message is already a sentence for people. */
  failure: Error
  onRetry?: () => void
  /** Other actions. */
  children?: ReactNode
}

/** Replaces content that could not be loaded: what happened, and what to do. For what does not exist, there is nothing to retry. */
export function FailedState({ failure, onRetry, children }: FailedStateProps) {
  const { t } = useTranslation()
  const missing = isMissing(failure)
  const canRetry = onRetry !== undefined && !missing
  // Who follows an old address is told about the address, and not about a field.
  const isPlain = missing && (failure.http === 400 || failure.key === 'no_records')
  return (
    <div className={classes.state} role="alert">
      <span className={classes.icon}>
        <IconPlugConnectedX size={22} stroke={1.6} aria-hidden />
      </span>
      <p className={classes.title}>{t(missing ? 'general.state.missing' : 'general.state.failed')}</p>
      <p className={classes.text}>{isPlain ? t('general.page.notFoundText') : failure.message}</p>
      {!canRetry && children === undefined ? null : (
        <div className={classes.actions}>
          {!canRetry ? null : (
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
