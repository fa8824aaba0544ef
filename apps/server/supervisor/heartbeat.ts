// Heartbeat: asks a process every 2 s whether it still works. A frozen process, or one in an endless loop, does not exit and does not answer.
// Next: supervisor.ts, connection-dispatcher.ts (takes a silent server out).
import type { ChildProcess } from 'node:child_process'
import { onMessage, sendMessage } from './messages.ts'

const everyMs = 2_000
/** The number of unanswered heartbeats after which a process is silent. */
const missesUntilSilent = 2
/** The number of unanswered heartbeats after which a process is killed. Its supervisor starts another one. */
const missesUntilKilled = 15
/** The same number for a process that is not ready: it loads its modules, which takes long on a busy machine. */
const missesUntilKilledAtStart = 30

type Heartbeat = { onSilent(): void; onBack(): void }

/**
 * Watches a process from its start until it exits. Unanswered questions are counted, not seconds: after a pause of the whole machine no
 * process counts as silent.
 */
export function watchHeartbeat(child: ChildProcess, { onSilent, onBack }: Heartbeat): void {
  let unanswered = 0
  let isReady = false
  const ask = () => {
    if (isReady && unanswered === missesUntilSilent) onSilent()
    if (unanswered >= (isReady ? missesUntilKilled : missesUntilKilledAtStart)) child.kill('SIGKILL')
    unanswered += 1
    sendMessage(child, { vitrine: 'are you there' })
  }
  const timer = setInterval(ask, everyMs)
  const end = onMessage(child, ({ vitrine }) => {
    if (vitrine === 'ready') isReady = true
    if (vitrine !== 'here') return
    if (isReady && unanswered > missesUntilSilent) onBack()
    unanswered = 0
  })
  child.once('exit', () => {
    clearInterval(timer)
    end()
  })
}
