import type { ReactNode } from 'react'
import classes from './strip.module.css'

type StripProps = {
  /** The name of the strip for screen readers. */
  label: string
  text: string
  /** Screen readers say the text when the strip appears. */
  isSpoken?: boolean
  /** The button at the end. */
  children?: ReactNode
}

/** A strip below the bar: what is special about this session. Example: `<Strip label={t('…')} text={t('…')}><Button /></Strip>`. */
export function Strip({ label, text, isSpoken = false, children }: StripProps) {
  const Text = isSpoken ? 'output' : 'p'
  return (
    <section className={classes.strip} aria-label={label}>
      <Text className={classes.text}>{text}</Text>
      {children}
    </section>
  )
}
