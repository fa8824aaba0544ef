// The order of the questions, by dragging or by the arrow buttons of each question.
import { ActionIcon, Button, Group, Modal, Stack } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inLanguage } from '#catalogue/languages.ts'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useAsk, useTell } from '#platform/web/client/use-ask.ts'
import { LoadingOverlay } from '#platform/web/ui/loading-overlay.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { orderFaq, readFaq, readFaqOrder } from '../contract.ts'
import classes from './faq-order.module.css'

type Question = ReceivedOf<typeof readFaqOrder>[number]

export function FaqOrderDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { data } = useAsk(readFaqOrder, {}, { once: true })
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('faq.order.title')}
      closeButtonProps={{ 'aria-label': t('general.action.close') }}
    >
      {data ? <Order questions={data} onClose={onClose} /> : <LoadingOverlay />}
    </Modal>
  )
}

function Order({ questions, onClose }: { questions: Question[]; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const [order, setOrder] = useState(questions)
  const [dragged, setDragged] = useState<string | null>(null)
  const [told, setTold] = useState('')
  const save = useTell(orderFaq, {
    refreshes: [readFaq],
    onDone: () => {
      toastDone()
      onClose()
    },
  })
  const say = (question: Question['question']) => inLanguage(question, i18n.language)
  const move = (id: string, to: number) => {
    const moved = order.find((each) => each.id === id)
    if (moved === undefined || to < 0 || to >= order.length) return
    setOrder(order.filter((each) => each.id !== id).toSpliced(to, 0, moved))
    setTold(t('faq.order.moved', { question: say(moved.question), at: to + 1, of: order.length }))
  }
  return (
    <Stack gap="md">
      <p className={classes.help}>{t('faq.order.help')}</p>
      <ol className={classes.list}>
        {order.map(({ id, question }, at) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons of the item do the same
          <li
            key={id}
            className={classes.item}
            data-dragged={dragged === id || undefined}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              setDragged(id)
            }}
            onDragEnter={() => dragged !== null && dragged !== id && move(dragged, at)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => event.preventDefault()}
            onDragEnd={() => setDragged(null)}
          >
            <IconGripVertical className={classes.grip} size={16} aria-hidden />
            <span className={classes.question}>{say(question)}</span>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={t('faq.order.up', { question: say(question) })}
              disabled={at === 0}
              onClick={() => move(id, at - 1)}
            >
              <IconArrowUp size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={t('faq.order.down', { question: say(question) })}
              disabled={at === order.length - 1}
              onClick={() => move(id, at + 1)}
            >
              <IconArrowDown size={16} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ol>
      <output className={classes.told}>{told}</output>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('general.action.cancel')}
        </Button>
        <Button loading={save.isPending} onClick={() => save.mutate({ ids: order.map(({ id }) => id) })}>
          {t('general.action.save')}
        </Button>
      </Group>
    </Stack>
  )
}
