// A page of another server in a sandboxed frame, with a way out of it. A browser does not tell whether a page refused its frame, so the link
// to the page stands below every frame.
import { Anchor, Button } from '@mantine/core'
import { IconExternalLink, IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { EmptyState } from './empty-state.tsx'
import classes from './outside-frame.module.css'

/** Milliseconds without `load` after which the frame says that its page has not answered. */
const patienceMs = 8_000

type OutsideFrameProps = {
  title: string
  /** A page with https. */
  address: string
  /** `late` and `lateText`: what is said when the page has not loaded; `hint`: below the frame, before the link; `open`: the link. */
  words: Record<'late' | 'lateText' | 'hint' | 'open', string>
}

export function OutsideFrame({ title, address, words }: OutsideFrameProps) {
  const [state, setState] = useState<'waiting' | 'late' | 'loaded'>('waiting')
  useEffect(() => {
    const timer = setTimeout(() => setState((now) => (now === 'waiting' ? 'late' : now)), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  // Our own origin gets no origin in the frame: with one it could reach out of its sandbox.
  const isOurs = new URL(address).host === window.location.host
  const link = { href: address, target: '_blank', rel: 'noopener noreferrer' }
  return (
    <div className={classes.outside}>
      <div className={classes.paper} data-late={state === 'late' || undefined}>
        <iframe
          className={classes.frame}
          title={title}
          src={address}
          sandbox={`allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox${isOurs ? '' : ' allow-same-origin'}`}
          referrerPolicy="no-referrer"
          onLoad={() => setState('loaded')}
        />
        {state === 'late' ? (
          <div className={classes.late}>
            <EmptyState
              title={words.late}
              text={words.lateText}
              icon={<IconPlugConnectedX size={22} stroke={1.6} aria-hidden />}
            >
              <Button component="a" {...link}>
                {words.open}
              </Button>
            </EmptyState>
          </div>
        ) : null}
      </div>
      <p className={classes.hint}>
        {words.hint}{' '}
        <Anchor {...link} size="xs" underline="always">
          {words.open} <IconExternalLink size={13} stroke={1.8} aria-hidden />
        </Anchor>
      </p>
    </div>
  )
}
