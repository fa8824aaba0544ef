// The seconds between *Send* and the sending of an answer, in which the person can take it back.
import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { now } from '#platform/web/clock.ts'
import classes from './help-desk.module.css'

const undoSeconds = 15
const stepMs = 250

type WaitingAnswerProps = { onUndo: () => void; onSend: () => void }

/** Sends when the time is over, when the person asks for it, or when they go to another page. A closed tab leaves the draft on the server. */
export function WaitingAnswer({ onUndo, onSend }: WaitingAnswerProps) {
  const { t } = useTranslation()
  const [seconds, setSeconds] = useState(undoSeconds)
  const send = useEffectEvent(onSend)
  const undo = useRef<HTMLButtonElement>(null)
  // The form behind is inert, so the focus goes where the keyboard can take the answer back.
  useEffect(() => undo.current?.focus(), [])
  useEffect(() => {
    const end = now().getTime() + undoSeconds * 1_000
    const timer = setInterval(() => {
      const left = Math.ceil((end - now().getTime()) / 1_000)
      setSeconds(Math.max(left, 0))
      if (left > 0) return
      clearInterval(timer)
      send()
    }, stepMs)
    return () => clearInterval(timer)
  }, [])
  useBlocker({
    enableBeforeUnload: true,
    shouldBlockFn: () => {
      onSend()
      return false
    },
  })
  return (
    <div className={classes.waiting}>
      {/* The status is announced once; the seconds change on the screen only. */}
      <VisuallyHidden component="output">
        {t('helpDesk.tickets.answer.waiting', { seconds: undoSeconds })}
      </VisuallyHidden>
      <Text aria-hidden size="sm">
        {t('helpDesk.tickets.answer.waiting', { seconds })}
      </Text>
      <Group gap="xs">
        <Button
          variant="default"
          ref={undo}
          leftSection={<IconArrowBackUp size={16} stroke={1.8} aria-hidden />}
          onClick={onUndo}
        >
          {t('helpDesk.tickets.answer.undo')}
        </Button>
        <Button onClick={onSend}>{t('helpDesk.tickets.answer.sendNow')}</Button>
      </Group>
    </div>
  )
}
