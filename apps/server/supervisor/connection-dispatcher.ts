// The port that several servers share: accepts connections and passes each one unread to the next server (round robin). When a server
// dies before it acknowledged a connection, another server gets the connection; with node:cluster that client would get no answer.
import type { ChildProcess } from 'node:child_process'
import { type Server, type Socket, createServer } from 'node:net'
import { onMessage, sendMessage } from './messages.ts'

export type Dispatcher = {
  /** Adds a server, until it ends or is retired. */
  enlist(server: ChildProcess): void
  retire(server: ChildProcess): void
  /**
   * A silent server gets no more connections until it resumes. Those that it has not acknowledged stay with it: it would read them when it
   * wakes, so another server gets them only after its end.
   */
  suspend(server: ChildProcess): void
  resume(server: ChildProcess): void
  /** Stops accepting. Open connections stay open. */
  close(): void
}

type Enlisted = { child: ChildProcess; handed: Map<number, Socket>; isRetired: boolean }

/** Rejects with the system's error when the port is taken. */
export async function openDispatcher({ host, port }: { host: string; port: number }): Promise<Dispatcher> {
  /** Every server that has not exited. */
  const known = new Map<ChildProcess, Enlisted>()
  /** The servers that get connections, round robin. */
  const enlisted: Enlisted[] = []
  /** Connections that wait because there is no server at this moment. */
  const waiting = new Set<Socket>()
  let count = 0

  function hand(socket: Socket): void {
    const nextEntry = enlisted.shift()
    if (!nextEntry) return void waiting.add(socket)
    enlisted.push(nextEntry)
    const number = ++count
    nextEntry.handed.set(number, socket)
    sendMessage(nextEntry.child, { vitrine: 'a connection', number }, socket)
  }

  function enlist(child: ChildProcess): void {
    const entry: Enlisted = { child, handed: new Map(), isRetired: false }
    known.set(child, entry)
    onMessage(child, (message) => {
      if (message.vitrine === 'leaving') retire(child)
      if (message.vitrine !== 'taken') return
      // Closes only the supervisor's copy; the server has its own.
      entry.handed.get(message.number)?.destroy()
      entry.handed.delete(message.number)
    })
    child.once('exit', () => {
      suspend(child)
      known.delete(child)
      for (const socket of entry.handed.values()) hand(socket)
      entry.handed.clear()
    })
    resume(child)
  }

  function retire(child: ChildProcess): void {
    const entry = known.get(child)
    if (entry) entry.isRetired = true
    suspend(child)
  }

  function suspend(child: ChildProcess): void {
    const position = enlisted.findIndex((entry) => entry.child === child)
    if (position >= 0) enlisted.splice(position, 1)
  }

  function resume(child: ChildProcess): void {
    const entry = known.get(child)
    if (!entry || entry.isRetired || enlisted.includes(entry)) return
    enlisted.push(entry)
    const sockets = [...waiting]
    waiting.clear()
    for (const socket of sockets) hand(socket)
  }

  const server = createServer({ pauseOnConnect: true }, (socket) => {
    // The connection broke before a server had it.
    socket.on('error', () => waiting.delete(socket))
    hand(socket)
  })
  await listen(server, host, port)
  const close = () => {
    for (const socket of waiting) socket.destroy()
    // The close is not awaited: it would wait for connections that are open in the server processes.
    server.close()
  }
  return { enlist, retire, suspend, resume, close }
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen({ host, port }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
