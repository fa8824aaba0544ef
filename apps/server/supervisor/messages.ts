// Messages between the supervisor and its processes. Each side ignores unknown messages.
import type { ChildProcess } from 'node:child_process'
import { Socket } from 'node:net'
import { z } from 'zod'
import type { Figures } from '#platform/server/metrics.ts'

const fromProcess = z.discriminatedUnion('vitrine', [
  z.object({ vitrine: z.literal('ready') }),
  /** The process was asked to stop by another process than the supervisor. */
  z.object({ vitrine: z.literal('leaving') }),
  z.object({ vitrine: z.literal('taken'), number: z.number() }),
  /** The answer to the heartbeat. */
  z.object({ vitrine: z.literal('here') }),
  z.object({ vitrine: z.literal('all figures, please') }),
  z.object({ vitrine: z.literal('my figures'), figures: z.custom<Figures>(Array.isArray) }),
])
export type FromProcess = z.output<typeof fromProcess>

const fromSupervisor = z.discriminatedUnion('vitrine', [
  z.object({ vitrine: z.literal('leave') }),
  /** Sent together with the connection. */
  z.object({ vitrine: z.literal('a connection'), number: z.number() }),
  /** The heartbeat (heartbeat.ts). */
  z.object({ vitrine: z.literal('are you there') }),
  z.object({ vitrine: z.literal('your figures, please') }),
  z.object({ vitrine: z.literal('all figures'), text: z.string() }),
])
export type FromSupervisor = z.output<typeof fromSupervisor>

/** Listens to a process and ignores Node's own messages. The answer stops listening. */
export function onMessage(child: ChildProcess, listener: (message: FromProcess) => void): () => void {
  const take = (message: unknown) => {
    const parsed = fromProcess.safeParse(message)
    if (parsed.success) listener(parsed.data)
  }
  child.on('message', take)
  return () => child.off('message', take)
}

/** Sends a message to a process, optionally with a connection. The supervisor's copy of the connection stays open. */
export function sendMessage(child: ChildProcess, message: FromSupervisor, connection?: Socket): void {
  // A process that has just ended cannot receive, and need not.
  if (child.connected) child.send(message, connection, { keepOpen: true }, () => undefined)
}

/** Sends a message to the supervisor. A process without a supervisor sends nothing. */
export function sendToSupervisor(message: FromProcess): void {
  process.send?.(message, undefined, undefined, () => undefined)
}

/** Listens to the supervisor. The answer stops listening. */
export function onSupervisorMessage(
  listener: (message: FromSupervisor, connection: Socket | null) => void,
): () => void {
  const take = (message: unknown, sentHandle: unknown) => {
    const parsed = fromSupervisor.safeParse(message)
    if (parsed.success) listener(parsed.data, sentHandle instanceof Socket ? sentHandle : null)
  }
  process.on('message', take)
  return () => process.off('message', take)
}

const waiting: ((text: string) => void)[] = []

/** The metrics of all processes, requested from the supervisor. */
export function allFigures(): Promise<string> {
  if (waiting.length === 0) {
    const end = onSupervisorMessage((message) => {
      if (message.vitrine !== 'all figures') return
      end()
      for (const take of waiting.splice(0)) take(message.text)
    })
    sendToSupervisor({ vitrine: 'all figures, please' })
  }
  return new Promise((resolve) => waiting.push(resolve))
}
