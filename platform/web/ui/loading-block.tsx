import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './state.module.css'

/** The placeholder of a part of a page that loads. A screen reader says so. `height` in pixels. */
export function LoadingBlock({ height }: { height: number }) {
  const { t } = useTranslation()
  return (
    <output className={classes.block} aria-label={t('general.state.loading')}>
      <Skeleton height={height} />
    </output>
  )
}
