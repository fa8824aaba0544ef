// What the supervisor and its processes tell each other over the channel between them. Each side takes what it knows and leaves the rest.
import type { ChildProcess } from 'node:child_process'
import { Socket } from 'node:net'
import { z } from 'zod'
import type { Figures } from '#platform/server/metrics.ts'

const fromProcess = z.discriminatedUnion('vitrine', [
  z.object({ vitrine: z.literal('ready') }),
  /** Somebody else asked it to end. */
  z.object({ vitrine: z.literal('leaving') }),
  z.object({ vitrine: z.literal('taken'), number: z.number() }),
  z.object({ vitrine: z.literal('all figures, please') }),
  z.object({ vitrine: z.literal('my figures'), figures: z.custom<Figures>(Array.isArray) }),
])
export type FromProcess = z.output<typeof fromProcess>

const fromSupervisor = z.discriminatedUnion('vitrine', [
  z.object({ vitrine: z.literal('leave') }),
  /** Comes with the connection itself. */
  z.object({ vitrine: z.literal('a connection'), number: z.number() }),
  z.object({ vitrine: z.literal('your figures, please') }),
  z.object({ vitrine: z.literal('all figures'), text: z.string() }),
])
export type FromSupervisor = z.output<typeof fromSupervisor>

/** Hears a process; what else passes over the channel is node's own. The answer ends it. */
export function hear(child: ChildProcess, listener: (message: FromProcess) => void): () => void {
  const take = (message: unknown) => {
    const heard = fromProcess.safeParse(message)
    if (heard.success) listener(heard.data)
  }
  child.on('message', take)
  return () => child.off('message', take)
}

/** Tells a process, and gives it a connection where there is one; our own copy of that stays open. */
export function tell(child: ChildProcess, message: FromSupervisor, connection?: Socket): void {
  // One that has just ended hears nothing, and need not.
  if (child.connected) child.send(message, connection, { keepOpen: true }, () => undefined)
}

/** The other end: what a process says to its supervisor. Started by hand it has none, and speaks to nobody. */
export function sayToSupervisor(message: FromProcess): void {
  process.send?.(message, undefined, undefined, () => undefined)
}

/** Hears the supervisor. The answer ends it. */
export function hearSupervisor(listener: (message: FromSupervisor, connection: Socket | null) => void): () => void {
  const take = (message: unknown, given: unknown) => {
    const heard = fromSupervisor.safeParse(message)
    if (heard.success) listener(heard.data, given instanceof Socket ? given : null)
  }
  process.on('message', take)
  return () => process.off('message', take)
}

const waiting: ((text: string) => void)[] = []

/** The figures of every process together, which the supervisor alone can ask for. */
export function allFigures(): Promise<string> {
  if (waiting.length === 0) {
    const end = hearSupervisor((message) => {
      if (message.vitrine !== 'all figures') return
      end()
      for (const take of waiting.splice(0)) take(message.text)
    })
    sayToSupervisor({ vitrine: 'all figures, please' })
  }
  return new Promise((resolve) => waiting.push(resolve))
}
