import { Button, Progress, Radio, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { Dialog, DialogButtons } from '#platform/web/ui/dialog.tsx'
import { cancelImport, continueImport, pauseImport } from '../contract.ts'
import { ImportPart } from './import-frame.tsx'
import type { Import } from './import-steps.ts'
import classes from './import.module.css'

/** The fourth step of the wizard: the progress of the job, and buttons to pause, continue and cancel it. */
export function RunningImport({ found: { id, rows, state } }: { found: Import }) {
  const { t } = useTranslation()
  const [isCancelling, setCancelling] = useState(false)
  const pause = useCallMutation(pauseImport)
  const resume = useCallMutation(continueImport)
  const isPaused = state === 'paused'
  const done = rows.success + rows.changed + rows.same + rows.failed
  const title = t(`people.imports.run.${isPaused ? 'paused' : 'title'}`)
  return (
    <ImportPart title={title} text={t(`people.imports.run.${isPaused ? 'pausedText' : 'text'}`)}>
      <Share title={title} done={done} total={done + rows.pending} isMoving={!isPaused}>
        {isPaused ? (
          <Button loading={resume.isPending} onClick={() => resume.mutate({ id })}>
            {t('people.imports.run.continue')}
          </Button>
        ) : (
          <Button variant="default" loading={pause.isPending} onClick={() => pause.mutate({ id })}>
            {t('people.imports.run.pause')}
          </Button>
        )}
        <Button variant="default" onClick={() => setCancelling(true)}>
          {t('people.imports.run.cancel')}
        </Button>
      </Share>
      <Dialog opened={isCancelling} onClose={() => setCancelling(false)} title={t('people.imports.run.cancelTitle')}>
        <CancelChoice id={id} count={rows.success + rows.changed} onClose={() => setCancelling(false)} />
      </Dialog>
    </ImportPart>
  )
}

/** The progress while an import is taken back. */
export function UndoingImport({ found: { rows } }: { found: Import }) {
  const { t } = useTranslation()
  const title = t('people.imports.run.undoing')
  return (
    <ImportPart title={title} text={t('people.imports.run.undoingText')}>
      <Share title={title} done={rows.undone + rows.kept} total={rows.success + rows.changed} isMoving />
    </ImportPart>
  )
}

type ShareProps = { title: string; done: number; total: number; isMoving: boolean; children?: ReactNode }

function Share({ title, done, total, isMoving, children }: ShareProps) {
  const { t } = useTranslation()
  const { number } = useFormats()
  return (
    <>
      <Progress size="lg" value={total === 0 ? 0 : (done / total) * 100} animated={isMoving} aria-label={title} />
      <div className={classes.bar}>
        <p className={classes.state}>
          {t('people.imports.run.progress', { done: number(done), total: number(total) })}
        </p>
        {children}
      </div>
    </>
  )
}

/** Cancelling asks what happens to the people who were imported already. */
function CancelChoice({ id, count, onClose }: { id: string; count: number; onClose: () => void }) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const [choice, setChoice] = useState<'keep' | 'takeBack'>('keep')
  const cancel = useCallMutation(cancelImport, { onDone: onClose })
  const values = { count, shown: number(count) }
  return (
    <Stack>
      {count === 0 ? (
        <p className={classes.text}>{t('people.imports.run.cancelNothing')}</p>
      ) : (
        <Radio.Group
          label={t('people.imports.run.cancelText')}
          value={choice}
          onChange={(value) => setChoice(value === 'takeBack' ? 'takeBack' : 'keep')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="keep" label={t('people.imports.run.keep', values)} />
            <Radio
              value="takeBack"
              label={t('people.imports.run.takeBack')}
              description={t('people.imports.run.takeBackText')}
            />
          </Stack>
        </Radio.Group>
      )}
      <DialogButtons
        action={t('people.imports.run.cancel')}
        busy={cancel.isPending}
        color="red"
        onCancel={onClose}
        onAct={() => cancel.mutate({ id, take_back: choice === 'takeBack' })}
      />
    </Stack>
  )
}
