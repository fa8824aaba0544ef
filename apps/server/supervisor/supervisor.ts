// Process supervisor: runs several servers behind one port and a worker for jobs, restarts them when they die, and replaces them one by one.
// It serves no requests. Next: connection-dispatcher.ts (the port), supervised-process.ts, ../serve.ts, ../../worker/main.ts.
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Config } from '#platform/server/config.ts'
import { type Figures, textOfAll } from '#platform/server/metrics.ts'
import { openDispatcher } from './connection-dispatcher.ts'
import { watchHeartbeat } from './heartbeat.ts'
import { onMessage, sendMessage } from './messages.ts'
import { type SupervisedProcess, superviseProcess } from './supervised-process.ts'

const serverProgram = fileURLToPath(new URL('../serve.ts', import.meta.url))
const workerProgram = fileURLToPath(new URL('../../worker/main.ts', import.meta.url))

export type Supervisor = {
  /**
   * Rolling restart with a new environment. Rejects when a new process does not start: processes that were replaced before it keep the new
   * environment, and all others keep running with the old one.
   */
  replaceAll(environment: ChildEnvironment): Promise<void>
  stop(): Promise<void>
}

/** The environment of a process that runs jobs, or of one that does not. */
export type ChildEnvironment = (runsJobs: boolean) => NodeJS.ProcessEnv

type Options = {
  config: Config
  environment: ChildEnvironment
  log(line: string): void
}

/** Starts the processes and answers when all are ready. @throws StartFault when a process does not start, or the system's error when the port is taken. */
export async function startSupervisor({ config, environment, log }: Options): Promise<Supervisor> {
  let present = environment
  const dispatcher = await openDispatcher(config)
  const children: SupervisedProcess[] = []
  const launcher = (program: string, runsJobs: boolean) => () => {
    const child = fork(program, { env: present(runsJobs) })
    onMessage(child, ({ vitrine }) => {
      if (vitrine === 'ready' && program === serverProgram) dispatcher.enlist(child)
      if (vitrine === 'all figures, please') {
        void figuresOf(children).then((text) => sendMessage(child, { vitrine: 'all figures', text }))
      }
    })
    watchHeartbeat(child, {
      onSilent: () => {
        dispatcher.suspend(child)
        log(`Process ${child.pid} does not answer: it gets no connections, and is killed after 30 s of silence.`)
      },
      onBack: () => {
        dispatcher.resume(child)
        log(`Process ${child.pid} answers again.`)
      },
    })
    return child
  }
  const dismiss = (child: ChildProcess) => {
    dispatcher.retire(child)
    sendMessage(child, { vitrine: 'leave' })
  }
  const fill = (name: string, launch: () => ChildProcess) => superviseProcess({ name, launch, dismiss, log })
  const stop = async () => {
    dispatcher.close()
    await Promise.all(children.map((child) => child.stop()))
  }
  try {
    for (let number = 1; number <= config.workers; number++) {
      children.push(await fill(`Server ${number}`, launcher(serverProgram, false)))
    }
    if (config.runJobs) children.push(await fill('The worker', launcher(workerProgram, true)))
  } catch (fault) {
    await stop()
    throw fault
  }
  return {
    async replaceAll(newOptions) {
      const before = present
      present = newOptions
      try {
        for (const child of children) await child.replace()
      } catch (fault) {
        // Later restarts of a process use the environment that works.
        present = before
        throw fault
      }
    },
    stop,
  }
}

const answersWithinMs = 2_000

/** The metrics of all processes that answer in time. */
async function figuresOf(children: SupervisedProcess[]): Promise<string> {
  const requests = children.map(
    (process) =>
      new Promise<Figures | null>((resolve) => {
        const child = process.child()
        if (!child?.connected) return resolve(null)
        const end = onMessage(child, (message) => message.vitrine === 'my figures' && answer(message.figures))
        const late = setTimeout(() => answer(null), answersWithinMs)
        const answer = (figures: Figures | null) => {
          clearTimeout(late)
          end()
          resolve(figures)
        }
        sendMessage(child, { vitrine: 'your figures, please' })
      }),
  )
  const answers = await Promise.all(requests)
  return textOfAll(answers.filter((answer) => answer !== null))
}
