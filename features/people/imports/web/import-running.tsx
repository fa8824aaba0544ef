import { Button, Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useConfirm } from '#platform/web/ui/confirm-dialog.tsx'
import { cancelImport } from '../contract.ts'
import { ImportPart } from './import-frame.tsx'
import type { Import } from './import-steps.ts'
import classes from './import.module.css'

/** The fourth step of the wizard: the progress of the job, and a button to stop it. */
export function RunningImport({ found: { id, rows } }: { found: Import }) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const confirm = useConfirm()
  const cancel = useCallMutation(cancelImport)
  const done = rows.success + rows.failed
  const total = done + rows.pending
  const progressText = t('people.imports.run.progress', { done: number(done), total: number(total) })
  const stop = async () => {
    if (await confirm({ title: t('people.imports.run.cancelTitle'), text: t('people.imports.run.cancelText') }))
      cancel.mutate({ id })
  }
  return (
    <ImportPart title={t('people.imports.run.title')} text={t('people.imports.run.text')}>
      <Progress
        size="lg"
        value={total === 0 ? 0 : (done / total) * 100}
        animated
        aria-label={t('people.imports.run.title')}
      />
      <div className={classes.bar}>
        <p className={classes.state}>{progressText}</p>
        <Button variant="default" loading={cancel.isPending} onClick={() => void stop()}>
          {t('people.imports.run.cancel')}
        </Button>
      </div>
    </ImportPart>
  )
}
