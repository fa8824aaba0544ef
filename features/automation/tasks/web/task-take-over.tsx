import { Button } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { typedName } from '#platform/contract/typed-name.ts'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { DeleteDialog } from '#platform/web/ui/delete-dialog.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { takeOverTask } from '../contract.ts'

type Task = { id: string; version: number; name: string; owner: string | null }

/** Makes the person of the session the owner of a task, after they typed its name. */
export function TakeOverButton({ task: { id, version, name, owner } }: { task: Task }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = useCallMutation(takeOverTask, {
    onDone: () => {
      setAsking(false)
      toastDone(t('automation.tasks.takeOver.done'))
    },
  })
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUserCheck size={16} stroke={1.8} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {t('automation.tasks.takeOver.button')}
      </Button>
      <DeleteDialog
        name={isAsking ? name : null}
        act={{ title: t('automation.tasks.takeOver.title', { name }), verb: t('automation.tasks.takeOver.button') }}
        text={t('automation.tasks.takeOver.text', { owner: owner ?? t('automation.tasks.erasedPerson') })}
        busy={isPending}
        onClose={() => setAsking(false)}
        onDelete={() => mutate({ id, version, name: typedName(name) })}
      />
    </>
  )
}
