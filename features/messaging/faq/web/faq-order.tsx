// The dialog that changes the order of the questions, which is saved as a whole.
import { Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogButtons } from '#platform/web/ui/dialog.tsx'
import { inLanguage } from '#catalogue/languages.ts'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery, useCallMutation } from '#platform/web/client/use-call.ts'
import { LoadingOverlay } from '#platform/web/ui/loading-overlay.tsx'
import { OrderedList } from '#platform/web/ui/ordered-list.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { orderFaq, readFaq, readFaqOrder } from '../contract.ts'

type Question = ReceivedOf<typeof readFaqOrder>[number]

export function FaqOrderDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { data } = useCallQuery(readFaqOrder, {}, { once: true })
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('messaging.faq.order.title')}
      closeButtonProps={{ 'aria-label': t('general.action.close') }}
    >
      {data ? <Order questions={data} onClose={onClose} /> : <LoadingOverlay />}
    </Modal>
  )
}

function Order({ questions, onClose }: { questions: Question[]; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const [order, setOrder] = useState(questions)
  const save = useCallMutation(orderFaq, {
    refreshes: [readFaq],
    onDone: () => {
      toastDone()
      onClose()
    },
  })
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('messaging.faq.order.help')}
      </Text>
      <OrderedList
        inDialog
        entries={order}
        nameOf={({ question }) => inLanguage(question, i18n.language)}
        onChange={setOrder}
      />
      <DialogButtons
        action={t('general.action.save')}
        busy={save.isPending}
        onCancel={onClose}
        onAct={() => save.mutate({ ids: order.map(({ id }) => id) })}
      />
    </Stack>
  )
}
