// A placeholder for a report that loads: a title, cards and charts in grey.
import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './report-skeleton.module.css'

export function ReportSkeleton() {
  const { t } = useTranslation()
  return (
    <output className={classes.page} aria-label={t('reports.view.opening')}>
      <Skeleton className={classes.title} />
      {[1, 2, 3, 4].map((card) => (
        <Skeleton key={card} className={classes.card} />
      ))}
      <Skeleton className={classes.wide} />
      <Skeleton className={classes.chart} />
      <Skeleton className={classes.chart} />
      <Skeleton className={classes.wide} />
    </output>
  )
}

/** A placeholder with the bar of the tools, shown while the portal checks whether the person may open the report. */
export function ReportPageSkeleton() {
  return (
    <div className={classes.stage}>
      <div className={classes.bar}>
        <Skeleton height={28} width={28} circle />
        <Skeleton height={14} width="12rem" radius="xl" />
      </div>
      <div className={classes.paper}>
        <ReportSkeleton />
      </div>
    </div>
  )
}
