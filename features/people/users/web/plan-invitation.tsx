// The dialog that asks when an invitation goes out, for one person or several.
import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog, DialogButtons } from '#platform/web/ui/dialog.tsx'
import { isMoment } from '#platform/web/ui/moment.ts'
import { MomentField } from '#platform/web/ui/moment-field.tsx'

type PlanDialogProps = { title: string; choose: (fields: { invite_at: string }) => void; close: () => void }

export function PlanDialog({ title, choose, close }: PlanDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog opened onClose={close} title={title}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('people.users.planned.text')}
        </Text>
        <PlanFields onCancel={close} onPlan={(invite_at) => choose({ invite_at })} />
      </Stack>
    </Dialog>
  )
}

function PlanFields({ onCancel, onPlan }: { onCancel: () => void; onPlan: (at: string) => void }) {
  const { t } = useTranslation()
  const [at, setAt] = useState<string | null>(null)
  return (
    <>
      <MomentField name="invite_at" label={t('people.users.field.invite_at')} value={at} onChange={setAt} />
      <DialogButtons
        action={t('people.users.planned.plan')}
        disabled={!isMoment(at)}
        onCancel={onCancel}
        onAct={() => isMoment(at) && onPlan(at)}
      />
    </>
  )
}

/** The same question as the text of a confirmation, which a menu opens. */
export function PlanText({ onChange }: { onChange: (at: string | null) => void }) {
  const { t } = useTranslation()
  const [at, setAt] = useState<string | null>(null)
  return (
    <Stack>
      {t('people.users.planned.text')}
      <MomentField
        name="invite_at"
        label={t('people.users.field.invite_at')}
        value={at}
        onChange={(chosen) => {
          setAt(chosen)
          onChange(chosen)
        }}
      />
    </Stack>
  )
}
