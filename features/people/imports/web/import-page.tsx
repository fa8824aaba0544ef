// The page of an import after its upload. Its step follows from the state on the server, so that a reload or another person sees the same
// step.
import { Button } from '@mantine/core'
import { IconTableImport, IconTrash } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCallQuery, useCallMutation } from '#platform/web/client/use-call.ts'
import { PathLink, useGo, usePathPart } from '#platform/web/routing/path.tsx'
import { useConfirm } from '#platform/web/ui/confirm-dialog.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormSkeleton } from '#platform/web/ui/form-layout.tsx'
import { discardImport, readImport } from '../contract.ts'
import { ImportFrame } from './import-frame.tsx'
import { MapColumns } from './import-mapping.tsx'
import { ImportResults } from './import-results.tsx'
import { ReviewRows } from './import-review.tsx'
import { RunningImport, UndoingImport } from './import-running.tsx'
import { type Import, stepOf } from './import-steps.ts'
import { importPath } from '#features/people/users/web/exports.tsx'

const runningMs = 1_000

export function ImportPage() {
  const { t } = useTranslation()
  const id = usePathPart('id')
  const { data, error, refetch } = useCallQuery(readImport, { id }, { keep: true })
  const again = useEffectEvent(() => void refetch())
  const isRunning = data?.state === 'running' || data?.state === 'undoing'
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => again(), runningMs)
    return () => clearInterval(timer)
  }, [isRunning])
  if (error?.http === 404) {
    return (
      <EmptyState
        page
        title={t('people.imports.missing')}
        icon={<IconTableImport size={22} stroke={1.6} aria-hidden />}
      >
        <Button renderRoot={(props) => <PathLink to={importPath} {...props} />}>
          {t('people.imports.results.another')}
        </Button>
      </EmptyState>
    )
  }
  if (error && !data) return <FailedState failure={error} onRetry={() => void refetch()} />
  if (!data) return <FormSkeleton />
  return <ImportStep key={id} found={data} />
}

function ImportStep({ found }: { found: Import }) {
  const [isMapping, setMapping] = useState(false)
  const { state } = found
  const step = state === 'review' && isMapping ? 'map' : stepOf[state]
  return (
    <ImportFrame step={step} name={found.name} actions={step === 'run' ? null : <Discard found={found} />}>
      {step === 'map' ? (
        <MapColumns
          key={`${found.reading?.encoding ?? ''} ${found.reading?.delimiter ?? ''} ${String(found.heading?.line ?? '')}`}
          found={found}
          onDone={() => setMapping(false)}
        />
      ) : null}
      {step === 'review' ? <ReviewRows found={found} onColumns={() => setMapping(true)} /> : null}
      {state === 'running' || state === 'paused' ? <RunningImport found={found} /> : null}
      {state === 'undoing' ? <UndoingImport found={found} /> : null}
      {step === 'results' ? <ImportResults found={found} /> : null}
    </ImportFrame>
  )
}

function Discard({ found: { id, name } }: { found: Import }) {
  const { t } = useTranslation()
  const go = useGo()
  const confirm = useConfirm()
  const discarding = useCallMutation(discardImport, { onDone: () => go(importPath) })
  const discard = async () => {
    const question = { title: t('people.imports.discardTitle', { name }), text: t('people.imports.discardText') }
    if (await confirm(question)) discarding.mutate({ id })
  }
  return (
    <Button
      variant="default"
      leftSection={<IconTrash size={16} stroke={1.8} aria-hidden />}
      loading={discarding.isPending}
      onClick={() => void discard()}
    >
      {t('people.imports.discard')}
    </Button>
  )
}
