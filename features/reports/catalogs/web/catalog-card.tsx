import { Badge, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useConfirm } from '#platform/web/ui/confirm-dialog.tsx'
import { Cover } from '#platform/web/ui/cover.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { listCatalog, withdrawRequest } from '../contract.ts'
import classes from './catalog-card.module.css'
import type { CatalogReport } from './catalog-report.ts'

/** The card of a report of the catalog, with the actions of the person. */
export function CatalogCard({ report, onAsk }: { report: CatalogReport; onAsk: () => void }) {
  const { t } = useTranslation()
  const { id, name, description, cover, outline, group, subgroup, owner } = report
  return (
    <article className={classes.card} aria-labelledby={`catalog-${id}`}>
      <span className={classes.cover}>
        <Cover name={name} image={cover} outline={outline} />
      </span>
      <div className={classes.words}>
        <h2 id={`catalog-${id}`} className={classes.name}>
          {name}
        </h2>
        <p className={classes.quiet}>
          {group} › {subgroup}
          {owner === null ? null : ` · ${t('reports.catalogs.owner', { name: owner })}`}
        </p>
        {description === null ? null : <p className={classes.text}>{description}</p>}
        <Standing report={report} />
      </div>
      <div className={classes.actions}>
        <Actions report={report} onAsk={onAsk} />
      </div>
    </article>
  )
}

/** The state of the person's request, with the answer. */
function Standing({ report: { request, waiting } }: { report: CatalogReport }) {
  const { t } = useTranslation()
  const { date } = useFormats()
  if (waiting !== null) {
    return waiting === 0 ? null : <p className={classes.waiting}>{t('reports.catalogs.waiting', { count: waiting })}</p>
  }
  if (request?.state === 'waiting') {
    return (
      <p className={classes.state}>
        <Badge variant="light" tt="none" color="amber" c="var(--ink)">
          {t('reports.catalogs.state.waiting')}
        </Badge>{' '}
        {t('reports.catalogs.askedOn', { day: date(request.created_at) })}
      </p>
    )
  }
  if (request?.state === 'denied') {
    return (
      <p className={classes.state}>
        <Badge variant="light" tt="none" color="red">
          {t('reports.catalogs.state.denied')}
        </Badge>{' '}
        {request.answer}
      </p>
    )
  }
  return null
}

function Actions({ report, onAsk }: { report: CatalogReport; onAsk: () => void }) {
  const { t } = useTranslation()
  const { id, name, may_open, request } = report
  if (may_open) {
    return (
      <Button
        variant="default"
        component={PathLink}
        to={`/${id}/reports/view`}
        aria-label={t('reports.catalogs.openNamed', { name })}
      >
        {t('general.action.open')}
      </Button>
    )
  }
  if (request?.state === 'waiting') return <Withdraw id={request.id} name={name} />
  const [action, actionNamed] =
    request?.state === 'denied'
      ? (['reports.catalogs.askAgain', 'reports.catalogs.askAgainNamed'] as const)
      : (['reports.catalogs.ask', 'reports.catalogs.askNamed'] as const)
  return (
    <Button onClick={onAsk} aria-label={t(actionNamed, { name })}>
      {t(action)}
    </Button>
  )
}

function Withdraw({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const withdraw = useCallMutation(withdrawRequest, { refreshes: [listCatalog], onDone: () => toastDone() })
  const start = async () => {
    if (
      await confirm({ title: t('reports.catalogs.withdrawTitle', { name }), text: t('reports.catalogs.withdrawText') })
    )
      withdraw.mutate({ id })
  }
  return (
    <Button
      variant="default"
      loading={withdraw.isPending}
      onClick={() => void start()}
      aria-label={t('reports.catalogs.withdrawNamed', { name })}
    >
      {t('reports.catalogs.withdraw')}
    </Button>
  )
}

export function CatalogSkeleton() {
  const { t } = useTranslation()
  return (
    <section className={classes.grid} aria-busy aria-label={t('general.state.loading')}>
      {[1, 2, 3].map((card) => (
        <div key={card} className={classes.skeleton} />
      ))}
    </section>
  )
}
