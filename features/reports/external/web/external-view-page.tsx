import { Anchor, Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '#platform/web/client/client.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useOwnPolicy } from '#platform/web/routing/own-policy.ts'
import { PathLink, usePathPart } from '#platform/web/routing/path.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { LoadingOverlay } from '#platform/web/ui/loading-overlay.tsx'
import { OutsideFrame } from '#platform/web/ui/outside-frame.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { logExternalView, openExternal } from '../contract.ts'
import classes from './external-view-page.module.css'

/** A web page of a listed host in a sandboxed frame. */
export function ExternalViewPage() {
  const { t } = useTranslation()
  const id = usePathPart('id')
  const isOwn = useOwnPolicy()
  const { data, error, refetch } = useCallQuery(openExternal, { id }, { enabled: isOwn })
  const isOpened = data !== undefined
  useEffect(() => {
    if (!isOpened) return
    // A failed log entry is not shown to the reader.
    ask(logExternalView, { id, view_id: crypto.randomUUID() }).catch(() => undefined)
  }, [id, isOpened])
  if (error)
    return (
      <FailedState failure={error} {...(error.http === 404 ? {} : { onRetry: () => void refetch() })}>
        <Button component={PathLink} to="/all/reports">
          {t('reports.external.back')}
        </Button>
      </FailedState>
    )
  if (!data) return <LoadingOverlay />
  const { host } = new URL(data.address)
  return (
    <>
      <Anchor component={PathLink} to="/all/reports" size="sm">
        <IconArrowLeft size={14} stroke={1.8} aria-hidden /> {t('reports.external.back')}
      </Anchor>
      <PageHeader title={data.name} text={t('reports.external.from', { host })} />
      <div className={classes.frame}>
        <OutsideFrame
          title={data.name}
          address={data.address}
          words={t('reports.external.frame', { returnObjects: true })}
        />
      </div>
    </>
  )
}
